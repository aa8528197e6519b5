"""What the columns of the models' arrays mean. Nothing here is compiled."""

from __future__ import annotations

# Columns of a shape: then x, y of up to four corners, then x, y of their edges' outward normals.
COUNT, CENTRE_X, CENTRE_Y, RADIUS, MATERIAL, STATIC, CORNERS = range(7)
NORMALS = CORNERS + 8
SHAPE = NORMALS + 8

# Columns of a button.
CODE, PLACE_X, PLACE_Y, TURN, PARTNER = range(5)
BUTTON = 5

# Columns of a ball's state and of a path: px, px/s, 1 while gravity points up, and how fast the
# ball's rim turns about its centre, px/s.
X, Y, VX, VY, UP, SPIN = range(6)
BALL = 6

# Columns of the parameter vector β; bounces and frictions are in the order of the materials. Then
# bounces off corners and circles, which event chains tell from lines. The residual comes last:
# pushes, px/s²; drag, 1/s; air, 1/px; fade, s/px; 1 if the ball turns; how pushes change with the
# place, 1/s²; frames by which power-ups act late; the sides of a zone, px, and what it adds to
# pushes, px/s², and drag, 1/s.
GRAVITY, BOUNCE, METAL_BOUNCE, WOOD_BOUNCE, GROUND_MU, METAL_MU, WOOD_MU = range(7)
SPEEDUP, SLOWDOWN, SPRING, CORNER_BOUNCE, WOOD_CORNER_BOUNCE = range(7, 12)
PUSH_X, PUSH_Y, DRAG, AIR, FADE, TURNS = range(12, 18)
PUSH_X_BY_X, PUSH_X_BY_Y, PUSH_Y_BY_X, PUSH_Y_BY_Y, LATE = range(18, 23)
ZONE_LEFT, ZONE_RIGHT, ZONE_TOP, ZONE_BOTTOM, ZONE_PUSH_X, ZONE_PUSH_Y, ZONE_DRAG = range(23, 30)
PARAMETERS = 30
