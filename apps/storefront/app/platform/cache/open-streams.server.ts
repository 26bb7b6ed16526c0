const PER_PERSON = 4
const PER_PROCESS = 2_000

/** Open streams of all partners of the process, by viewer. */
const open = new Map<string, number>()
let openInAll = 0

/** Whether this viewer may open one more page that listens for changes. */
export const isStreamFree = (viewer: string): boolean =>
  (open.get(viewer) ?? 0) < PER_PERSON && openInAll < PER_PROCESS

export function countStream(viewer: string, difference: 1 | -1): void {
  const held = (open.get(viewer) ?? 0) + difference
  if (held > 0) open.set(viewer, held)
  else open.delete(viewer)
  openInAll += difference
}
