/**
 * What page and server send each other; written by scripts/page_types.py, do not edit.
 * Lengths in px, angles in degrees clockwise, x to the right, y down.
 *
 * @typedef {Record<string, number>} Physics What differs from the real game's.
 *
 * @typedef {object} PingReply The server is up.
 * @property {boolean} up
 *
 * @typedef {object} Catalog Facts of the game that the page shows but does not decide.
 * @property {ScreenFacts} screen its size
 * @property {number} ball_radius px
 * @property {number} flag_width of a flag whose level does not say, px
 * @property {number} flag_height of a flag whose level does not say, px
 * @property {number} button width and height of a power-up, px
 * @property {number} beam share of a catapult's box that its beam fills, from below
 * @property {number} frames per second of a trial
 * @property {number} metre in px
 * @property {KindFacts[]} kinds of parts
 * @property {PhysicsFacts[]} physics every number of it
 * @property {Preset[]} presets named worlds
 * @property {SolverFacts[]} solvers the default one first
 * @property {string[]} planners for solvers that take one
 * @property {StageFacts[]} stages of the method, explained
 * @property {RequestLimits} limits of requests
 *
 * @typedef {object} ScreenFacts The screen, px.
 * @property {number} width of the whole
 * @property {number} height of the whole
 * @property {number} tray height of the tray at the top
 * @property {number} margin how far a piece may stick out of the screen
 *
 * @typedef {object} KindFacts A kind of part.
 * @property {Kind} name as in level files
 * @property {string} label for people
 * @property {boolean} solid whether the ball bounces off it
 * @property {boolean} wooden whether it may fall
 * @property {boolean} button whether it is a power-up
 * @property {boolean} turns whether the player may turn it
 * @property {PartSize[]} sizes usual sizes
 * @property {GlyphPath[]} glyph the sign on a power-up, from back to front
 *
 * @typedef {'ground' | 'metal' | 'wood' | 'catapult' | 'speedup-up' | 'speedup-down' | 'speedup-left' | 'speedup-right' | 'slowdown' | 'gravity-up' | 'gravity-down' | 'spring' | 'teleport'} Kind
 *
 * @typedef {object} PartSize A usual size of a part.
 * @property {Form} form its outline
 * @property {number} width of its box, px
 * @property {number} height of its box, px
 *
 * @typedef {'rectangle' | 'triangle' | 'circle' | 'beam'} Form
 *
 * @typedef {object} GlyphPath A path of the sign on a power-up, around its middle.
 * @property {string} d as in SVG, px
 * @property {'line' | 'fill' | 'face'} paint `line` for a stroke, `fill` for what is filled, `face` for what shows the button again
 * @property {number} width of the stroke, px
 *
 * @typedef {object} PhysicsFacts One number of the game's physics.
 * @property {string} key as in requests
 * @property {string} label for people
 * @property {string} unit for people
 * @property {number} low what is allowed
 * @property {number} high what is allowed
 * @property {number} top where a slider ends
 * @property {number} real the game's own value
 *
 * @typedef {object} Preset A named world.
 * @property {string} name as on the command line
 * @property {Record<string, number>} values what differs from the real game
 *
 * @typedef {object} SolverFacts A solver.
 * @property {string} name as in requests
 * @property {string} text what it does
 * @property {boolean} planners whether it takes a planner
 *
 * @typedef {object} StageFacts A stage of the method.
 * @property {MethodStage} stage as in thoughts
 * @property {string} name for people
 * @property {string} text what the solver does in it; goes on after “the solver”
 *
 * @typedef {'guide' | 'region' | 'coarse' | 'fine' | 'support' | 'check' | 'learn' | 'choose'} MethodStage
 *
 * @typedef {object} RequestLimits What one request may ask for.
 * @property {number} parts of a level
 * @property {number} trials of a solve
 * @property {number} solve_seconds longest time
 * @property {number} certify_seconds longest time
 * @property {number} film_trials trials in one film
 *
 * @typedef {object} PacksReply All shipped levels.
 * @property {Pack[]} packs in order
 *
 * @typedef {object} Pack Levels that belong together.
 * @property {string} name of the pack
 * @property {ShippedLevel[]} levels in its order
 *
 * @typedef {object} ShippedLevel A level of a pack.
 * @property {Level} level the puzzle alone
 * @property {Placement[][]} solutions placements that reach the flag
 * @property {string} family which generator made it; empty for none
 * @property {number | null} difficulty 0 to 10; null when unknown
 * @property {string} name such as `classic/2`
 *
 * @typedef {object} Level
 * @property {1} version
 * @property {string} title
 * @property {string} author
 * @property {Origin} origin
 * @property {Ball} ball
 * @property {Flag} flag
 * @property {Part[]} scenery
 * @property {Part[]} pieces
 * @property {string[][] | null} [teleports]
 *
 * @typedef {'measured' | 'completed' | 'designed' | 'generated'} Origin
 *
 * @typedef {object} Ball
 * @property {string} [id]
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} Flag
 * @property {string} [id]
 * @property {number} x
 * @property {number} y
 * @property {number} [angle]
 * @property {number} [width]
 * @property {number} [height]
 *
 * @typedef {object} Part
 * @property {string} id
 * @property {Kind} kind
 * @property {Form | null} [form]
 * @property {number} x
 * @property {number} y
 * @property {number | null} [width]
 * @property {number | null} [height]
 * @property {number} [angle]
 * @property {boolean} [loose]
 *
 * @typedef {object} Placement
 * @property {string} piece
 * @property {number} x
 * @property {number} y
 * @property {number} angle
 *
 * @typedef {object} CheckBody A level and a placement.
 * @property {Level} level A level in our own format
 * @property {Placement[]} [placements] Where pieces are placed
 *
 * @typedef {object} CheckReply How a placement stands by the rules.
 * @property {BreachData[]} breaches empty when it is legal
 *
 * @typedef {object} BreachData A rule of placing that is broken.
 * @property {string} piece its id
 * @property {string} rule which one
 * @property {number} amount by how much, px (degrees for UPRIGHT)
 * @property {string} detail in words
 * @property {string | null} other id of the other part involved
 *
 * @typedef {object} PlayBody What one trial needs.
 * @property {Level} level A level in our own format
 * @property {Placement[]} [placements] Where pieces are placed
 * @property {Physics} [physics] The game's physics; solvers do not see it
 *
 * @typedef {object} TrialData A trial with every frame, exactly as the game played it.
 * @property {Outcome} outcome how it ended
 * @property {boolean} solved whether the ball reached the flag
 * @property {string} reason the end in words
 * @property {AccountData} account what happened, for the player
 * @property {Placement[]} placements what was placed
 * @property {[number, number][]} ball its centre at every frame, px
 * @property {string[]} movers ids of the parts that move
 * @property {[number, number, number][][]} moves frames x movers x (x, y, angle)
 * @property {ContactData[]} contacts of the ball, in order
 * @property {EffectData[]} effects of power-ups, in order
 *
 * @typedef {'reached-flag' | 'left-screen' | 'timed-out' | 'came-to-rest'} Outcome
 *
 * @typedef {object} AccountData What happened, in words; parts are named by kind and id.
 * @property {string} text one sentence
 * @property {string[]} notes what else may explain it, a sentence each
 * @property {number} frame when the ball was nearest to the flag
 * @property {number} x its centre then, px
 * @property {number} y its centre then, px
 * @property {number} gap between ball and flag then, px
 *
 * @typedef {object} ContactData The ball touches a part.
 * @property {string} part its id
 * @property {number} frame the first
 * @property {number | null} until the last; null when it still touches at the end
 * @property {[number, number]} point of contact, px
 * @property {[number, number]} normal unit vector towards the ball
 *
 * @typedef {object} EffectData The ball enters a power-up.
 * @property {string} part its id
 * @property {number} frame when
 * @property {[number, number]} position of the ball before, px
 * @property {boolean} jumped whether the ball was moved elsewhere
 *
 * @typedef {object} HeatMapBody Where one piece would solve the level, beside what else is placed.
 * @property {Level} level A level in our own format
 * @property {Placement[]} [placements] Where pieces are placed
 * @property {Physics} [physics] The game's physics; solvers do not see it
 * @property {string} piece Id of the piece
 * @property {number} [angle] Degrees, clockwise
 *
 * @typedef {object} HeatMapReply What is predicted for one piece at the points of a grid.
 * @property {number} step px between the points
 * @property {[number, number][]} points where the piece may stand
 * @property {boolean[]} solved of each point, whether the ball then reaches the flag
 *
 * @typedef {object} LevelBody A level.
 * @property {Level} level A level in our own format
 *
 * @typedef {object} InspectReply What is wrong with a level, and what its designer may want to know.
 * @property {Problem[]} problems faults that make it unplayable
 * @property {WarningData[]} warnings for a sound level
 *
 * @typedef {object} Problem
 * @property {string} where
 * @property {string} what
 *
 * @typedef {object} WarningData Something that the designer of a level should look at.
 * @property {string} text a sentence or two
 * @property {string[]} parts ids of the parts concerned, the ball's and the flag's among them
 *
 * @typedef {object} OpenBody A file's content.
 * @property {string} [name] The file's name
 * @property {string} text Its content
 * @property {string | null} [movables] A movableObjects.json that came with it
 *
 * @typedef {object} OpenedLevel A level from a file.
 * @property {Level} level the puzzle alone
 * @property {Placement[][]} solutions placements that reach the flag
 * @property {string} family which generator made it; empty for none
 * @property {number | null} difficulty 0 to 10; null when unknown
 *
 * @typedef {object} SaveBody A level to write as a file.
 * @property {Level} level A level in our own format
 * @property {Placement[][]} [solutions] Placements that reach the flag
 * @property {'bubbleball' | 'original'} [format]
 *
 * @typedef {object} SavedFile A level as a file.
 * @property {string} name a suitable file name
 * @property {string} text the content
 *
 * @typedef {object} FilmBody Trials to film, one after another.
 * @property {Level} level A level in our own format
 * @property {Physics} [physics] The game's physics; solvers do not see it
 * @property {Placement[][]} trials What was placed
 * @property {'light' | 'dark'} [theme]
 *
 * @typedef {object} QueuedEvent The job waits.
 * @property {number} ahead jobs before it
 * @property {'queued'} type
 *
 * @typedef {object} BeganEvent The job runs.
 * @property {string} id of a solve, for stopping it and for its report; otherwise empty
 * @property {'began'} type
 *
 * @typedef {object} ProgressEvent How far a certification or a film is.
 * @property {number} share of the work, 0 to 1
 * @property {string} text what is known so far
 * @property {'progress'} type
 *
 * @typedef {object} FilmEvent The film is ready; the last event.
 * @property {string} id for downloading it
 * @property {'film'} type
 *
 * @typedef {object} ErrorEvent The job has failed; the last event.
 * @property {string} message for a person
 * @property {'error'} type
 *
 * @typedef {object} SolveBody A solver, a level and a budget.
 * @property {Level} level A level in our own format
 * @property {Physics} [physics] The game's physics; solvers do not see it
 * @property {string} solver A name from the catalogue
 * @property {string | null} [planner] For solvers that take one
 * @property {number} [seed]
 * @property {number} [max_trials]
 * @property {number} [time_limit] Seconds
 *
 * @typedef {object} ThoughtEvent One stage of a solver's thinking; what it has nothing to say about is empty.
 * @property {MethodStage} stage of the method
 * @property {string} text in words
 * @property {number} seconds that the stage took
 * @property {[number, number][][]} guides Guide Paths, the one followed first
 * @property {Region | null} region the Local Region worked on
 * @property {[number, number, number][]} candidates x, y, cost; a sample where there are many
 * @property {number} candidate_count how many there are in all
 * @property {Placement[]} placed every piece of the configuration that the stage is about, in the order of placing
 * @property {Placement | null} main the Main Block
 * @property {Placement[]} supports the Supporting Blocks
 * @property {[number, number][]} predicted path of the ball
 * @property {PredictedEvent[]} events predicted contacts and effects
 * @property {Estimate[]} belief_before about the physics, before and after this stage
 * @property {Estimate[]} belief about the physics, before and after this stage
 * @property {Placement[]} rival the second-best configuration, where one was chosen
 * @property {[number, number][]} rival_path path of the ball in it
 * @property {string} why_not why it was not chosen
 * @property {'thought'} type
 *
 * @typedef {object} Region
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 * @property {number} target_x
 * @property {number} target_y
 * @property {number} target_radius
 *
 * @typedef {object} PredictedEvent
 * @property {string} part
 * @property {number} seconds
 * @property {number} x
 * @property {number} y
 *
 * @typedef {object} Estimate
 * @property {string} name
 * @property {number} mean
 * @property {number} low
 * @property {number} high
 * @property {number} evidence
 *
 * @typedef {object} StepEvent One trial of a solve.
 * @property {number} number 0 for the run with nothing placed
 * @property {Placement[]} placements what was placed
 * @property {TrialData} trial what happened
 * @property {number} seconds since the solve began
 * @property {'step'} type
 *
 * @typedef {object} EndEvent The solve has ended; the last event.
 * @property {string} id of the solve
 * @property {SolveRecord} record its summary
 * @property {'end'} type
 *
 * @typedef {object} SolveRecord
 * @property {string} level
 * @property {string} solver
 * @property {number} seed
 * @property {string | null} physics
 * @property {string | null} world
 * @property {boolean} solved
 * @property {number} trials
 * @property {number} plays
 * @property {number} regions
 * @property {Placement[]} placements
 * @property {Outcome | null} outcome
 * @property {string} reason
 * @property {string} ended
 * @property {string | null} error
 * @property {string[]} notes
 * @property {number} seconds
 * @property {Record<string, number>} stage_seconds
 *
 * @typedef {object} StopReply The solve has been asked to stop; its stream reports what it has found so far.
 * @property {boolean} stopped
 *
 * @typedef {object} RepairedEvent What a repair found; the last event.
 * @property {Placement[]} placements all pieces of the repaired attempt
 * @property {RepairStep[]} steps what differs from the attempt; empty if nothing need be changed or none was found
 * @property {string} reason what to change and why, in words
 * @property {[number, number] | null} look where the ball first goes another way, px; null without a repair
 * @property {'repaired'} type
 *
 * @typedef {object} RepairStep What to change about one piece.
 * @property {string} piece its id
 * @property {Placement | null} before its placement; null while it lies in the tray
 * @property {Placement | null} after its placement; null while it lies in the tray
 * @property {string} text the change in words, without its exact pose
 *
 * @typedef {object} CertifyBody A search for solutions.
 * @property {Level} level A level in our own format
 * @property {number} [seconds]
 * @property {number} [seed]
 *
 * @typedef {object} CertificateEvent What a certification found; the last event.
 * @property {boolean} solvable whether a solution is known
 * @property {Verdict} verdict the result
 * @property {string} text the same in a sentence
 * @property {[string, string][]} facts name and value, for people
 * @property {Placement[][]} solutions best first
 * @property {'certificate'} type
 *
 * @typedef {'solvable' | 'not-yet' | 'trivial' | 'impossible'} Verdict
 *
 * @typedef {object} PuzzlesReply The other games.
 * @property {PuzzleGame[]} games all that the studio knows
 *
 * @typedef {object} PuzzleGame Another game.
 * @property {string} name as commands call it
 * @property {string} title as people call it
 * @property {PuzzleGroup[]} groups empty when its data are not on this machine
 * @property {string} missing what to do then; empty when the data are there
 *
 * @typedef {object} PuzzleGroup A template or a level of another game.
 * @property {string} name as the game calls it
 * @property {number} puzzles how many it has
 *
 * @typedef {object} PuzzleNameBody A puzzle of another game, or a group of them.
 * @property {'phyre' | 'interphyre'} game
 * @property {string} name As the game calls it
 *
 * @typedef {object} PuzzleNamesReply The puzzles of a group.
 * @property {string[]} names the first of them
 *
 * @typedef {object} PuzzleReply A puzzle to play.
 * @property {string} name as the game calls it
 * @property {string} goal in words
 * @property {[number, number, number, number]} box left, bottom, right, top, in the game's unit
 * @property {PuzzleBody[]} bodies all of them
 * @property {number} balls how many the player places
 * @property {[number, number]} radii the smallest and the largest
 *
 * @typedef {object} PuzzleBody One body at the start; y points up, angles are radians and counter-clockwise.
 * @property {string} name unique within the puzzle
 * @property {BodyRole} role what it is there for
 * @property {boolean} moves whether it moves
 * @property {[number, number, number]} pose x, y, angle
 * @property {OutlineData[]} outlines its parts
 *
 * @typedef {'subject' | 'target' | 'obstacle' | 'static' | 'placed'} BodyRole
 *
 * @typedef {object} OutlineData A convex part of a body in the body's own frame.
 * @property {[number, number][]} corners of a polygon; empty for a disc
 * @property {[number, number]} centre of a disc
 * @property {number} radius of a disc; 0 for a polygon
 *
 * @typedef {object} PuzzlePlayBody A puzzle and balls.
 * @property {'phyre' | 'interphyre'} game
 * @property {string} name As the game calls it
 * @property {PuzzleBallModel[]} [balls] What is placed
 *
 * @typedef {object} PuzzleBallModel A ball to place, in the game's unit.
 * @property {number} x
 * @property {number} y
 * @property {number} radius
 *
 * @typedef {object} PuzzleRun What happened in one run.
 * @property {boolean} solved whether the goal was reached
 * @property {string} text the same in a sentence
 * @property {PlacedBall[]} balls as the game took them
 * @property {string[]} names the bodies that move, placed balls last
 * @property {number} rate frames a second
 * @property {[number, number, number][][]} frames frames x names x (x, y, angle)
 *
 * @typedef {object} PlacedBall
 * @property {number} x
 * @property {number} y
 * @property {number} radius
 *
 * @typedef {object} PuzzleSolveBody A puzzle, a track and a budget.
 * @property {'phyre' | 'interphyre'} game
 * @property {string} name As the game calls it
 * @property {'copy' | 'constants'} [track]
 * @property {number} [seed]
 * @property {number} [max_attempts]
 *
 * @typedef {object} PuzzleThoughtEvent A sentence of the solver.
 * @property {string} stage of the method
 * @property {string} text what it did and found
 * @property {'thought'} type
 *
 * @typedef {object} AttemptEvent One attempt of the solver.
 * @property {number} number from 1
 * @property {PuzzleRun} run what happened
 * @property {number} simulations runs of its believed world so far
 * @property {'attempt'} type
 *
 * @typedef {object} StoryData A recorded solve, or a single run.
 * @property {string} title of the level
 * @property {string} text what was recorded
 * @property {Catalog} catalog facts of the game
 * @property {Level} level the puzzle
 * @property {Record<string, number>} physics what differs from the real game's
 * @property {(ThoughtEvent | StepEvent)[]} moments thoughts and trials in order
 *
 * @typedef {{"/api/check": CheckBody, "/api/play": PlayBody, "/api/heat-map": HeatMapBody, "/api/run.html": PlayBody, "/api/inspect": LevelBody, "/api/open": OpenBody, "/api/save": SaveBody, "/api/film": FilmBody, "/api/solve": SolveBody, "/api/repair": PlayBody, "/api/certify": CertifyBody, "/api/puzzle-names": PuzzleNameBody, "/api/puzzle": PuzzleNameBody, "/api/puzzle-play": PuzzlePlayBody, "/api/puzzle-solve": PuzzleSolveBody}} Requests by path
 *
 * @typedef {{"/api/ping": PingReply, "/api/catalog": Catalog, "/api/packs": PacksReply, "/api/check": CheckReply, "/api/play": TrialData, "/api/heat-map": HeatMapReply, "/api/inspect": InspectReply, "/api/open": OpenedLevel, "/api/save": SavedFile, "/api/film": QueuedEvent | BeganEvent | ProgressEvent | FilmEvent | ErrorEvent, "/api/solve": QueuedEvent | BeganEvent | ThoughtEvent | StepEvent | EndEvent | ErrorEvent, "/api/solves/{key}/stop": StopReply, "/api/repair": QueuedEvent | BeganEvent | RepairedEvent | ErrorEvent, "/api/certify": QueuedEvent | BeganEvent | ProgressEvent | CertificateEvent | ErrorEvent, "/api/puzzles": PuzzlesReply, "/api/puzzle-names": PuzzleNamesReply, "/api/puzzle": PuzzleReply, "/api/puzzle-play": PuzzleRun, "/api/puzzle-solve": QueuedEvent | BeganEvent | PuzzleThoughtEvent | AttemptEvent | ErrorEvent}} Replies by path
 */
export {};
