"""What the simplified texts are made of: the traditional ones, by characters and by wordings."""

from typing import Final

WORDINGS: Final = {
    "檔案": "文件",
    "位元組": "字节",
    "帳": "账",
    "檢視表": "视图",
    "雜湊": "哈希",
    "金鑰": "密钥",
    "設定": "设置",
    "行程": "进程",
    "字元": "字符",
    "簽章": "签名",
    "營運": "运营",
    "稽核": "审计",
    "匯出": "导出",
    "此列": "此行",
    "的列": "的行",
    "十六進位": "十六进制",
    "權杖": "令牌",
    "查核": "核查",
    "請求": "请求",
    "標頭": "标头",
    "逾時": "超时",
    "資料庫": "数据库",
    "程式": "程序",
    "連線": "连接",
    "搜尋": "搜索",
    "叢集": "集群",
    "位元": "位",
    "篩選": "筛选",
    "工作階段": "会话",
    "網址": "网址",
    "終端機": "终端",
    "伺服器": "服务器",
    "欄位": "字段",
    "物件": "对象",
    "登入": "登录",
    "巢狀": "嵌套",
    "回應": "响应",
}
"""What is called otherwise on the mainland."""

_TRADITIONAL: Final = (
    "並亂佔來個備僅價內兩別則動務勝區卻參員啟單囉圍執報場塊壓壞實寫將對層屬帶廢張彈後徑從復態應戰戲捨損摳擇攤敗敘數斃斷於時會"
    "條棄構標樣樹機檔檢欄權歸毀決沒況洩淨準為無爭狀獨獲現產當發眾確碼礎種稱積筆範簽籌納級細終組結絕給經線編總續聯脫與舊莊萬蓋"
    "處號補裝製複見規觀計記設詢該誌認誤說調請論諾證識譜議讀變負買資賽贏較載輪轉逕這連進遊過達遠選遺還銷錄錢錨錯鍵鎖鏈長門開閒"
    "間閱關階隨雙離頁項須額顯餘駁驗麼點"
)
_SIMPLIFIED: Final = (
    "并乱占来个备仅价内两别则动务胜区却参员启单啰围执报场块压坏实写将对层属带废张弹后径从复态应战戏舍损抠择摊败叙数毙断于时会"
    "条弃构标样树机档检栏权归毁决没况泄净准为无争状独获现产当发众确码础种称积笔范签筹纳级细终组结绝给经线编总续联脱与旧庄万盖"
    "处号补装制复见规观计记设询该志认误说调请论诺证识谱议读变负买资赛赢较载轮转径这连进游过达远选遗还销录钱锚错键锁链长门开闲"
    "间阅关阶随双离页项须额显余驳验么点"
)
_CHARACTERS: Final = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def simplified(text: str) -> str:
    """Return a text in traditional characters as it is written and worded on the mainland."""
    for traditional, mainland in WORDINGS.items():
        text = text.replace(traditional, mainland)
    return text.translate(_CHARACTERS)
