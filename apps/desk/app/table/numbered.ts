/**
 * The entries of a history, newest first, each with its number counted from the oldest. It is a key that an entry keeps
 * when others come, while two entries of one minute may be alike in everything that is shown.
 */
export const numbered = <Entry extends object>(history: readonly Entry[]): (Entry & { number: number })[] =>
  history.map((entry, index) => ({ ...entry, number: history.length - index }))
