import type { SheetVisit } from '@shop/contract/desk-sheet'
import { useCallback, useEffect, useState } from 'react'
import { dropStep, isSettled, keepStep, readSteps, sendStep, type WaitingStep } from './waiting-steps.ts'

const TRY_AGAIN_MS = 20_000

export interface WaitingSteps {
  steps: WaitingStep[]
  isOver: boolean
  press(step: Omit<WaitingStep, 'key' | 'at' | 'staffId'>): void
  /** Called once someone has read that these were refused. */
  understood(steps: readonly WaitingStep[]): void
}

/** One page at a time: two would send the same presses. Even then the desk would record each only once. */
const alone = (work: () => Promise<void>) =>
  navigator.locks
    ? navigator.locks.request('sheet-steps', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    : work()

/**
 * Presses on this device. Each is kept first and then sent: immediately, every 20 seconds, when the network returns and
 * when the page becomes visible. `onSent` reloads the sheet. `visits` is null on the desk's other screens, where sent
 * presses stay until a sheet shows them: the one kept on the device may be older.
 */
export function useWaitingSteps(
  staffId: string,
  visits: readonly SheetVisit[] | null,
  onSent: () => void,
): WaitingSteps {
  const [steps, setSteps] = useState<WaitingStep[]>([])
  const [isOver, setIsOver] = useState(false)

  const sendAll = useCallback(async () => {
    let sent = 0
    await alone(async () => {
      for (const step of readSteps()) {
        if (step.staffId !== staffId || step.isTold || step.problem) continue
        const refused = readSteps().find(({ orderId, problem }) => orderId === step.orderId && problem)
        // A press after a refused one was made on a visit whose state was not the one shown.
        const answer = refused?.problem ?? (await sendStep(step))
        if (answer === 'later') break
        setIsOver(answer === 'over')
        if (answer === 'over') break
        keepStep(answer === 'accepted' ? { ...step, isTold: true } : { ...step, problem: answer })
        sent++
      }
    })
    setSteps(readSteps().filter((step) => step.staffId === staffId))
    if (sent > 0) onSent()
  }, [staffId, onSent])

  useEffect(() => {
    for (const step of readSteps()) if (visits && isSettled(step, visits)) dropStep(step)
    void sendAll()
    const again = () => void sendAll()
    const timer = setInterval(again, TRY_AGAIN_MS)
    window.addEventListener('online', again)
    window.addEventListener('storage', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
      window.removeEventListener('storage', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [sendAll, visits])

  return {
    steps,
    isOver,
    press(step) {
      const key = crypto.randomUUID()
      keepStep({ ...step, key, staffId, at: new Date().toISOString() })
      setSteps(readSteps().filter((one) => one.staffId === staffId))
      void sendAll()
    },
    understood(refused) {
      for (const step of refused) dropStep(step)
      setSteps(readSteps().filter((one) => one.staffId === staffId))
      onSent()
    },
  }
}
