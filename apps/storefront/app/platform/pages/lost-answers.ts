import { type DataStrategyResult, type ErrorResponse, isRouteErrorResponse } from 'react-router'

/**
 * What a proxy answers for an application that is away, and what an application answers that is too busy or whose
 * main API is away.
 */
const MUTE_STATUS: readonly number[] = [502, 503, 504]

/** Keeps the last request that got no answer, until another is answered. `lost` is for `useSyncExternalStore`. */
export function keepLost<Lost>() {
  const listeners = new Set<() => void>()
  let held: Lost | null = null
  return {
    set(lost: Lost | null): void {
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
 * Whether a request got no answer: a browser then throws a TypeError, and nothing else does. For an answer with a
 * status that means as much, `isMute` decides.
 */
export function isUnanswered(
  { type, result }: DataStrategyResult,
  isMute: (answer: ErrorResponse) => boolean = () => true,
): boolean {
  if (type !== 'error') return false
  if (isRouteErrorResponse(result)) return MUTE_STATUS.includes(result.status) && isMute(result)
  return ((result as { data?: unknown } | undefined)?.data ?? result) instanceof TypeError
}

/** Leaves a request pending until the router aborts it for another one. */
export async function untilAborted({ signal }: Request): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
