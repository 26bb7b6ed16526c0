/** Twice as long each time, up to the longest. */
export function growingPause(
  attempts: number,
  { first, longest }: { first: number; longest: number },
): number {
  return Math.min(first * 2 ** Math.min(attempts, 30), longest)
}
