import { type DataStrategyResult, type ErrorResponse, isRouteErrorResponse } from 'react-router'

/** What a proxy answers for an application that is away, and one that is too busy or whose main API is away. */
const MUTE_STATUS: readonly number[] = [502, 503, 504]

/** What got no answer last, until something is answered: `lost` is for `useSyncExternalStore`. */
export function keepLost<Lost>() {
  const listeners = new Set<() => void>()
  let held: Lost | null = null
  return {
    tell(lost: Lost | null): void {
      if (lost === held) return
      held = lost
      for (const listener of listeners) listener()
    },
    lost: {
      read: () => held,
      onServer: () => null,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}

/**
 * Whether nobody answered: a browser throws a TypeError then, and nothing else. Of the answers that say as much,
 * `isMute` has the last word.
 */
export function isUnanswered(
  { type, result }: DataStrategyResult,
  isMute: (answer: ErrorResponse) => boolean = () => true,
): boolean {
  if (type !== 'error') return false
  if (isRouteErrorResponse(result)) return MUTE_STATUS.includes(result.status) && isMute(result)
  return ((result as { data?: unknown } | undefined)?.data ?? result) instanceof TypeError
}

/** Leaves what was asked for on its way until something else is asked for. */
export async function untilAborted({ signal }: Request): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
