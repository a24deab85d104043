"""The native kernel: the search in machine code, on 64-bit integers, exact or it says so."""
