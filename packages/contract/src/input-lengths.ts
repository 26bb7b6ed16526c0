// How long what people type may be, in characters, for schemas and form controls alike. Plain constants without zod: a
// page that names one loads nothing else.

export const LONGEST_NAME = 80
/** A first and a last name in one field. */
export const LONGEST_FULL_NAME = 160
export const LONGEST_EMAIL = 254
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128
export const LONGEST_PHONE = 32
export const LONGEST_ADDRESS_PART = 200
export const LONGEST_ADDRESS_NOTES = 500

/** Of a code that is mailed and typed into the shop. */
export const CODE_DIGITS = 6
/** Digits of an app or a recovery code. */
export const LONGEST_SECOND_FACTOR_CODE = 40
export const LONGEST_PASSKEY_NAME = 60

/** Shorter terms have no suggestions, so none are asked for. */
export const SHORTEST_SEARCH_TERM = 2
/** No name of a test or a profile has so many letters. */
export const LONGEST_SEARCH_TERM = 200
/** Of a query that is kept: a name or a question, not a message to somebody. */
export const SHORTEST_QUERY = 3
export const LONGEST_QUERY = 60

export const LONGEST_SUPPORT_TEXT = 5_000

/** The code that is typed from a printed report. */
export const LONGEST_PAPER_CODE = 40

export const LONGEST_RIGHTS_WORDS = 4_000
/** Of whatever the laboratory writes about a request. */
export const SHORTEST_RIGHTS_TEXT = 5
export const LONGEST_RIGHTS_ANSWER = 5_000
export const LONGEST_RIGHTS_NOTE = 2_000

/** Why an order is cancelled or an account logged out. */
export const SHORTEST_ENDING_REASON = 2
export const LONGEST_ENDING_REASON = 500
export const SHORTEST_CLOSURE_REASON = 2
export const LONGEST_CLOSURE_REASON = 200
/** Why staff look at the tests of an order. */
export const SHORTEST_OPENING_REASON = 10
export const LONGEST_OPENING_REASON = 500
/** Why a refused report is set aside. */
export const SHORTEST_ASIDE_REASON = 5
export const LONGEST_ASIDE_REASON = 500

export const SHORTEST_ORDER_SEARCH = 2
export const LONGEST_ORDER_SEARCH = 100
export const LONGEST_ORDER_NOTE = 2_000
/** As encoded in a tube's bar code. */
export const LONGEST_TUBE_LABEL = 40
export const SHORTEST_CALLED = 2
export const LONGEST_CALLED = 200
export const LONGEST_SAID_BACK = 1_000

export const SHORTEST_REFUND_REASON = 5
export const LONGEST_REFUND_REASON = 500
export const SHORTEST_OUTSIDE_REFERENCE = 3
export const LONGEST_OUTSIDE_REFERENCE = 100
export const LONGEST_PAYMENT_SEARCH = 200

/** What an edition of the catalogue or changed texts are, for colleagues. */
export const LONGEST_EDITION_NOTE = 200
