"""The phases that only Kuhhandel Master has. They stand above those of the classic game."""
