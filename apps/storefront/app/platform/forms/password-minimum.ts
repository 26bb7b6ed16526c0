/** Characters of a new password; the main API asks for the same (`LIMITS.passwordMin`, which would bring zod into the browser). */
export const PASSWORD_MINIMUM = 8
