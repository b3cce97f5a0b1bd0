"""python -m imhotep"""

from imhotep.cli.main import main

main()
