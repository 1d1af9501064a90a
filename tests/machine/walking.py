"""What machines of rounds of either game do alike, and how far every machine walks."""

from typing import Any, ClassVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from domain.kernel.decider import Command, Decider
from domain.kernel.refusal import Refusal


def walks(examples: int, steps: int) -> settings:
    """Return settings by which a machine walks so often, and so many steps."""
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
    )


class OfOneRound(RuleBasedStateMachine):
    """The state of one round, and all facts that led to it."""

    decider: ClassVar[Decider[Any, Any, Any]]
    void_round: ClassVar[Command]

    def __init__(self) -> None:
        super().__init__()
        self.state = self.decider.initial
        self.facts: list[Any] = []

    def take(self, command: Command) -> None:
        """Give a command that must be legal; its facts, folded one by one, must lead there too."""
        decided = self.decider.decide(self.state, command)
        assert not isinstance(decided, Refusal), (command, decided)
        folded = self.state
        for fact in decided.facts:
            folded = self.decider.evolve(folded, fact)
            self.holds(folded, fact)
        assert folded == decided.state
        self.follows(decided.state, command)
        self.state = decided.state
        self.facts += decided.facts

    @precondition(lambda self: not self.decider.is_terminal(self.state))
    @rule(chosen=st.integers(0, 30))
    def void(self, chosen: int) -> None:
        """Now and then an operator voids the round."""
        if chosen == 0:
            self.take(self.void_round)

    def try_any(self, command: Command) -> None:
        """Give any command: it is refused and changes nothing, or is legal and leads on."""
        before = self.state
        kept = self.decider.fold(self.facts)
        decided = self.decider.decide(self.state, command)
        assert self.state is before
        assert before == kept
        if isinstance(decided, Refusal):
            assert decided.code
            assert decided.rule
            assert str(decided)
        else:
            assert decided.facts
            self.holds(decided.state, command)
            self.follows(decided.state, command)

    def holds(self, state: Any, cause: object) -> None:  # noqa: ANN401 -- of either game
        """Assert what is so in every state."""

    def follows(self, after: Any, command: Command) -> None:  # noqa: ANN401 -- of either game
        """Assert that a state can follow on the present one by a command."""
