import { type DataStrategyResult, data, type ErrorResponse, isRouteErrorResponse } from 'react-router'

/** What the loaders or the action of a request gave, by route. */
export type Results = Record<string, DataStrategyResult>

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
  // What an action throws is handed on in `data()`, with the status of an answer if there was one.
  return ((result as ReturnType<typeof data> | undefined)?.data ?? result) instanceof TypeError
}

/**
 * What middleware returns for a form without an answer: its page stays as it was. A failure status keeps the router
 * from requesting the page's data, which would be lost too.
 */
export const asBeforeSent = (routeId: string): Results => ({
  [routeId]: { type: 'data', result: data(undefined, 503) },
})

/** Leaves a request pending until the router aborts it for another one, as it does with each that is overtaken. */
export async function untilAborted({ signal }: Request): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}
