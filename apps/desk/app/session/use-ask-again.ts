import { useEffect } from 'react'

/** Whoever looks on touches something now and then. */
const ATTENDED_MS = 15 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Asks each `everyMs`, and at once when somebody comes back to the page. Where nobody has touched anything
 * for a quarter of an hour it stops: a screen that was left must not keep its session from ending.
 */
export function useAskAgain(ask: () => void, everyMs: number): void {
  useEffect(() => {
    let touchedAt = Date.now()
    const isLeft = () => Date.now() - touchedAt > ATTENDED_MS
    const askAgain = () => {
      if (document.visibilityState === 'visible' && !isLeft()) ask()
    }
    const look = () => {
      touchedAt = Date.now()
      askAgain()
    }
    const touch = () => {
      if (isLeft()) look()
      touchedAt = Date.now()
    }
    const timer = setInterval(askAgain, everyMs)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    for (const kind of TOUCHES) window.addEventListener(kind, touch, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      for (const kind of TOUCHES) window.removeEventListener(kind, touch)
    }
  }, [ask, everyMs])
}
