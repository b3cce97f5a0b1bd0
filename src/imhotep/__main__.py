"""python -m imhotep"""

from imhotep_command import main

main()
