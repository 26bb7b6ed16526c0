// How long the main API keeps what a browser holds in a cookie: the storefront lets the cookie go at the same time.

/** A session ends after this long without use. */
export const UNUSED_SESSION_DAYS = 30
/** A login that waits for its second step or for a mailed code. */
export const LOGIN_STEP_MINUTES = 10
/** How long the right PIN opens shared results without being typed again. */
export const OPENED_SHARE_MINUTES = 30
