// What a start grants a vault or its service of keys.

/** A start does not wait any longer: what started the process tries again. */
export const VAULT_PATIENCE_MS = 10_000
/** All secrets of a process are far below this: a longer answer is not a vault's. */
export const MOST_VAULT_BYTES = 1_000_000
