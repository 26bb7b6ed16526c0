import { useEffect } from 'react'

/** Anyone still at the screen touches something now and then. */
const ATTENDED_MS = 15 * 60_000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

/**
 * Asks every `everyMs`, and immediately on return to the page. It stops after a quarter of an hour without any
 * input: an abandoned screen must not keep its session from ending.
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
