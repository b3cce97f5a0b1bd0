"""The rules and the search: small integers only, no text, no input or output. Compiled with mypyc where possible."""
