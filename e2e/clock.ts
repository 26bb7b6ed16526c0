/** When the shops whose pages are compared as pictures begin: a Tuesday at eleven in Minsk. */
export const START = Date.UTC(2027, 2, 2, 8)

/** When the tables and the catalogue of all of them were filled: on a picture too, and for no day of a test does it lie ahead. */
export const FILLED = Date.UTC(2026, 8, 1, 8)
