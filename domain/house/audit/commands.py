"""What may be asked of the audits of decks. The tag is the stored name."""

from domain.house.audit.events import Audited
from domain.kernel.decider import Command as KernelCommand


class RecordAudit(KernelCommand, frozen=True, kw_only=True, tag="fair.RecordAudit.1"):
    """H6.7: record what an audit of decks came to. See `DecksAudited`."""

    auditor: str
    seed: str
    drawn: bool
    among: int
    position: int
    rounds: tuple[Audited, ...]
    repeated: int


Command = RecordAudit
