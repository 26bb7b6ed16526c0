import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const FIRST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 15_000

/** Asks how the order stands, again and again with growing pauses, while the payment is awaited and the page is in sight. */
export function useFreshOrder(isAwaiting: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAwaiting) return
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      if (document.visibilityState === 'visible') await revalidate()
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)
      timer = setTimeout(ask, pause)
    }
    timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [isAwaiting, revalidate])
}
