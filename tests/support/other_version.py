"""`imhotep` as another version of it would call itself: other_version.py VERSION serve ..."""

import sys

import imhotep

imhotep.__version__ = sys.argv.pop(1)

if __name__ == "__main__":
    from imhotep.__main__ import main

    main()
