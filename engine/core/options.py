"""Typed options: rule options of games and settings of engines, parsed once and rendered by each protocol in its own way."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import OptionError

TRUE_WORDS, FALSE_WORDS = ("true", "on", "yes", "1"), ("false", "off", "no", "0")


@dataclass(frozen=True)
class Option:
    """One option. ``kind`` is ``check``, ``spin``, ``combo``, ``string`` or ``button``."""

    name: str
    kind: str
    default: bool | int | str | None = None
    low: int | None = None
    """Smallest value of a spin."""
    high: int | None = None
    """Largest value of a spin."""
    values: tuple[str, ...] = ()
    """The values of a combo, in their canonical spelling."""
    help: str = ""

    def parse(self, text: str) -> bool | int | str | None:
        """The value that ``text`` stands for.

        Raises
        ------
        OptionError
            If the text is no value of this option or out of its range.
        """
        text = text.strip()
        if self.kind == "button":
            return None
        if self.kind == "check":
            word = text.lower()
            if word in TRUE_WORDS:
                return True
            if word in FALSE_WORDS:
                return False
            raise OptionError(f"option {self.name}: {text!r} is neither true nor false")
        if self.kind == "spin":
            assert self.low is not None and self.high is not None
            try:
                number = int(text)
            except ValueError:
                raise OptionError(f"option {self.name}: {text!r} is no whole number") from None
            if not self.low <= number <= self.high:
                raise OptionError(f"option {self.name}: {number} is not in {self.low}..{self.high}")
            return number
        if self.kind == "combo":
            for value in self.values:
                if value.lower() == text.lower():
                    return value
            raise OptionError(f"option {self.name}: {text!r} is none of {', '.join(self.values)}")
        return "" if text == "<empty>" else text


def find_option(options: tuple[Option, ...], name: str) -> Option:
    """The option called ``name``, letters in any case, blanks optional (UCCI writes names in one word).

    Raises
    ------
    OptionError
        If there is none.
    """
    wanted = name.strip().lower()
    for option in options:
        if option.name.lower() == wanted:
            return option
    for option in options:
        if option.name.lower().replace(" ", "") == wanted.replace(" ", ""):
            return option
    raise OptionError(f"unknown option {name.strip()!r}")


def parse_options(options: tuple[Option, ...], given: dict[str, str] | None) -> dict[str, bool | int | str]:
    """Every option's value: those of ``given`` (name -> text or value), the defaults for the rest.

    Raises
    ------
    OptionError
        For an unknown name or a value out of range.
    """
    values: dict[str, bool | int | str] = {o.name: o.default for o in options if o.default is not None}
    for name, text in (given or {}).items():
        option = find_option(options, name)
        parsed = option.parse(str(text))
        if parsed is not None:
            values[option.name] = parsed
    return values
