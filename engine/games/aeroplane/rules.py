"""The numbers of the rule text: places, seats, options, reasons. Light: a handshake imports this."""

from __future__ import annotations

SEATS, PLANES, RING = 4, 4, 52
SEAT_NAMES = ("red", "yellow", "blue", "green")
LETTERS = "rybg"

#: Places along a seat's own way.
HANGAR, PAD, LAST_RING, CROSSING, LAST_LANE, CENTRE = -1, 0, 50, 53, 55, 56
FLIGHT_FROM, FLIGHT_TO, JUMP, LAST_JUMP = 18, 30, 4, 46

TAKE_OFF = ("5-6", "6", "even")
#: Bit set of the dice that bring a plane to the pad.
TAKE_OFF_DICE = (1 << 5 | 1 << 6, 1 << 6, 1 << 2 | 1 << 4 | 1 << 6)
SIXES = ("unlimited", "void")
FINISH = ("bounce", "exact")
JUMPS = ("forced", "optional")
STACK_MOVES = ("single", "together")
MOST_SIXES = 3

REASONS = ("", "home", "left")
HOME, LEFT = 1, 2

#: Players -> team of each seat.
SEATING = {"2": (0, -1, 1, -1), "3": (0, 1, 2, -1), "4": (0, 1, 2, 3)}
