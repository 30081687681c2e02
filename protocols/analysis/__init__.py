"""What analysts use: positions, suites and whole games searched, judged, stored and written back.

``analyst`` searches one position or one stretch of a game, ``pool`` does so in several processes, ``store`` keeps the results,
``suite`` reads files of positions, ``scan`` finds the moves in the text of games, ``judge`` weighs them, ``annotate`` writes the
verdicts into the text and ``graph`` draws them.
"""
