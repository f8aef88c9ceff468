"""One line of the table."""

import dataclasses
import statistics


@dataclasses.dataclass
class Figure:
    """What was measured, round by round, and the bound it has to meet; smaller is better."""

    name: str
    unit: str
    bound: float | None  # none for a figure that only informs
    values: list[float]
    note: str = ""
    exact: bool = False  # a count, whose worst value decides instead of the median

    @property
    def median(self):
        return statistics.median(self.values)

    @property
    def decisive(self):
        return max(self.values) if self.exact else self.median

    @property
    def met(self):
        return self.bound is None or self.decisive <= self.bound
