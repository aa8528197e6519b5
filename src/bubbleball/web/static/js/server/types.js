/**
 * The values that pass between the page and the server. Lengths in px, angles in degrees
 * clockwise, x right, y down, as in the game.
 *
 * @typedef {{x: number, y: number, angle: number}} Pose centre of a part's box and its turn
 * @typedef {{piece: string, x: number, y: number, angle: number}} Placement
 *
 * @typedef {object} Part a piece of scenery, or a movable piece where it lies in the tray
 * @property {string} id
 * @property {string} kind
 * @property {number} x centre
 * @property {number} y
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [angle]
 * @property {string} [form] outline within the box; the kind's first form when left out
 * @property {boolean} [loose] scenery only: wood that moves
 *
 * @typedef {{x: number, y: number, id?: string}} Ball
 * @typedef {{x: number, y: number, angle?: number, width?: number, height?: number, id?: string}} Flag
 *
 * @typedef {object} Level our own level format, as in files
 * @property {number} version
 * @property {Ball} ball
 * @property {Flag} flag
 * @property {Part[]} scenery
 * @property {Part[]} pieces
 * @property {[string, string][]} [teleports]
 * @property {string} [title]
 * @property {string} [author]
 * @property {string} [origin]
 *
 * @typedef {object} Shipped a level of a pack
 * @property {string} name such as `classic/2`
 * @property {string} title
 * @property {string} origin
 * @property {string | null} family
 * @property {number | null} difficulty 0 to 10
 * @property {Level} level
 * @property {Placement[][]} solutions
 *
 * @typedef {{name: string, levels: Shipped[]}} Pack
 *
 * @typedef {object} KindInfo what the page needs to know about a kind of part
 * @property {string} name
 * @property {string} label
 * @property {boolean} solid
 * @property {boolean} wooden
 * @property {boolean} button
 * @property {boolean} turns whether the player may turn it
 * @property {string[]} forms
 * @property {{form: string, width: number, height: number}[]} sizes usual sizes
 *
 * @typedef {object} Catalog facts of the game that the page shows but does not decide
 * @property {{width: number, height: number, tray: number, margin: number}} screen
 * @property {{radius: number}} ball
 * @property {{width: number, height: number}} flag
 * @property {number} beam share of a catapult's box that its beam fills, from below
 * @property {number} frames per second of a trial
 * @property {KindInfo[]} kinds
 * @property {{key: string, label: string, unit: string, low: number, high: number, top: number, real: number}[]} physics
 *   `top`: where a slider ends
 * @property {{name: string, values: Physics}[]} presets
 * @property {{name: string, text: string, planners: boolean}[]} solvers
 * @property {string[]} planners
 * @property {{trials: number, solve_seconds: number, certify_seconds: number, parts: number}} limits
 *
 * @typedef {Record<string, number>} Physics values that differ from the real game's
 *
 * @typedef {object} Contact
 * @property {string} part
 * @property {number} frame
 * @property {number | null} until
 * @property {[number, number]} point
 * @property {[number, number]} normal
 *
 * @typedef {{part: string, frame: number, position: [number, number], jumped: boolean}} Effect
 *
 * @typedef {object} Trial
 * @property {string} outcome
 * @property {boolean} solved
 * @property {string} reason
 * @property {Placement[]} placements
 * @property {[number, number][]} ball centre at every frame
 * @property {string[]} movers
 * @property {[number, number, number][][]} moves frames x movers x (x, y, angle)
 * @property {Contact[]} contacts
 * @property {Effect[]} effects
 *
 * @typedef {{piece: string, rule: string, amount: number, detail: string, other: string | null}} Breach
 * @typedef {{where: string, what: string}} Problem
 *
 * @typedef {{name: string, mean: number, low: number, high: number, evidence: number}} Estimate
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
 * @typedef {object} Thought one stage of a solver's thinking
 * @property {'thought'} type
 * @property {string} stage
 * @property {string} text
 * @property {number} seconds
 * @property {[number, number][][]} guides
 * @property {Region | null} region
 * @property {[number, number, number][]} candidates x, y, cost
 * @property {number} candidate_count
 * @property {Placement | null} main
 * @property {Placement[]} supports
 * @property {[number, number][]} predicted
 * @property {{part: string, seconds: number, x: number, y: number}[]} events
 * @property {Estimate[]} belief_before
 * @property {Estimate[]} belief
 *
 * @typedef {object} Step one trial of a solve; number 0 is the run with nothing placed
 * @property {'step'} type
 * @property {number} number
 * @property {Placement[]} placements
 * @property {Trial} trial
 * @property {number} seconds
 *
 * @typedef {{type: 'queued', ahead: number}} Queued
 * @typedef {{type: 'began', id: string}} Began
 * @typedef {{type: 'error', message: string}} StreamError
 * @typedef {{type: 'end', id: string | null, record: Record<string, any>}} SolveEnd
 * @typedef {Queued | Began | Thought | Step | SolveEnd | StreamError} SolveEvent
 *
 * @typedef {object} CertifyProgress
 * @property {'progress'} type
 * @property {number} share 0 to 1 of the time
 * @property {string} text
 *
 * @typedef {object} CertifyEnd
 * @property {'certificate'} type
 * @property {boolean} solvable
 * @property {string} verdict
 * @property {string} text
 * @property {[string, string][]} facts
 * @property {Placement[][]} solutions
 *
 * @typedef {Queued | Began | CertifyProgress | CertifyEnd | StreamError} CertifyEvent
 *
 * @typedef {object} SolveRequest
 * @property {Level} level
 * @property {string} solver
 * @property {string | null} planner
 * @property {number} seed
 * @property {number} max_trials
 * @property {number} time_limit
 * @property {Physics} physics
 */
export {};
