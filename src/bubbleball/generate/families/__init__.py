"""The families of levels: each fills in one sketch, and raises Unfit if it does not work out."""
