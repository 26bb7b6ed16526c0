import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { useAskAgain } from './use-ask-again.ts'

const RENEWED_EVERY_MS = 60_000

/**
 * For a list that others work through too: it is loaded again on return to the page, and every minute. Not while
 * `isPaused`, when the page shows something else instead.
 */
export function useFresh({ isPaused = false } = {}): void {
  const { revalidate } = useRevalidator()
  const reload = useCallback(() => {
    if (!isPaused) void revalidate()
  }, [revalidate, isPaused])
  useAskAgain(reload, RENEWED_EVERY_MS)
}
