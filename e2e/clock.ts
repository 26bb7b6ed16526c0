/** When the shops whose pages are compared as pictures begin: a Tuesday at eleven in Minsk. */
export const START = Date.UTC(2027, 2, 2, 8)
