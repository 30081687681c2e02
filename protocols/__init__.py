"""Everything that talks: to GUIs, to other engines, to people. Holds no rules and no search."""
