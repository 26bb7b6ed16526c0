/**
 * How long a test waits for what comes by itself, a mail, a job, a notice: on a machine that is busy with
 * other things it takes its time.
 */
export const PATIENCE_MS = 60_000
/** For `vi.waitFor`, whose own second is no patience. */
export const PATIENTLY = { timeout: PATIENCE_MS, interval: 50 }
