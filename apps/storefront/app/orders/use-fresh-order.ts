import { useCallback, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveAccount } from '../platform/use-live-account.ts'

const FIRST_PAUSE_MS = 1_500
const LONGEST_PAUSE_MS = 15_000

/**
 * Keeps an order true until it is over: the server tells of changes. Where it cannot, the page asks again and again with
 * growing pauses, while the payment is awaited and the page is in sight.
 */
export function useFreshOrder({ isOver, isAwaiting }: { isOver: boolean; isAwaiting: boolean }): void {
  const { revalidate } = useRevalidator()
  const [isAlone, setIsAlone] = useState(false)
  useLiveAccount(
    !isOver,
    useCallback(() => setIsAlone(true), []),
  )
  useEffect(() => {
    if (!isAwaiting || !isAlone) return
    let pause = FIRST_PAUSE_MS
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      if (document.visibilityState === 'visible') await revalidate()
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)
      timer = setTimeout(ask, pause)
    }
    timer = setTimeout(ask, pause)
    return () => clearTimeout(timer)
  }, [isAwaiting, isAlone, revalidate])
}
