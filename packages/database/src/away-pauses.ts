/** How long a process pauses before it tries again to reach a database that is away; the pause doubles each time. */
export const FIRST_PAUSE_MS = 250
export const LONGEST_PAUSE_MS = 10_000
