/** Shorter terms have no suggestions, so none are asked for. */
export const SHORTEST_TERM = 2
