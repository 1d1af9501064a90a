"""What a checker finds: something that must be so, and is not."""


class WrongError(BaseException):
    """Something is wrong with the house. `check` names the checker that found it.

    Parts of the house go on after any error of an `Exception`; they must not after this.
    """

    def __init__(self, check: str, expected: object, found: object) -> None:
        super().__init__(f"{check}: expected {expected}, found {found}")
        self.check = check
        self.expected = str(expected)
        self.found = str(found)
