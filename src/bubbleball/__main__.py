"""`python -m bubbleball` is the command line."""

from bubbleball.cli import main

if __name__ == "__main__":
    main()
