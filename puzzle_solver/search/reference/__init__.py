"""The four classic algorithms, as their authors had them but for exact numbers: slow, plain, and sharing no code."""
