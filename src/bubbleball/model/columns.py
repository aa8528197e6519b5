"""What the columns of the models' arrays mean. Nothing here is compiled."""

from __future__ import annotations

# Columns of a shape: then x, y of up to four corners, then x, y of their edges' outward normals.
COUNT, CENTRE_X, CENTRE_Y, RADIUS, MATERIAL, STATIC, CORNERS = range(7)
NORMALS = CORNERS + 8
SHAPE = NORMALS + 8

# Columns of a button.
CODE, PLACE_X, PLACE_Y, TURN, PARTNER = range(5)
BUTTON = 5

# Columns of a ball's state and of a path: px, px/s, and 1 while gravity points up.
X, Y, VX, VY, UP = range(5)
BALL = 5

# Columns of the parameter vector β; the frictions are in the order of the materials.
GRAVITY, BOUNCE, WOOD_BOUNCE, GROUND_MU, METAL_MU, WOOD_MU, SPEEDUP, SLOWDOWN, SPRING = range(9)
PARAMETERS = 9
