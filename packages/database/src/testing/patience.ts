/**
 * How long a test waits for what happens on its own, such as a mail, a job or a notification: on a busy machine it
 * takes a while.
 */
export const PATIENCE_MS = 60_000
/** For `vi.waitFor`, whose own limit of one second is too short. */
export const PATIENTLY = { timeout: PATIENCE_MS, interval: 50 }
