/** The length of a code that is sent by mail and typed into the shop. */
export const CODE_DIGITS = 6
