/** Start of the clock in shops whose pages are compared with pictures: a Tuesday, eleven o'clock in Minsk. */
export const START = Date.UTC(2027, 2, 2, 8)

/**
 * When the tables and the catalogue of all of them were filled: it appears in a picture, and is in the past on
 * every day that a test uses.
 */
export const FILLED = Date.UTC(2026, 8, 1, 8)
