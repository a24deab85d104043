"""The program ``puzzle``: a skin over the library. Each command reads its options, calls the library, prints."""
