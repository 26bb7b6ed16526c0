import type { SheetVisit } from '@shop/contract/desk-sheet'
import { useCallback, useEffect, useState } from 'react'
import { dropStep, isSettled, keepStep, readSteps, tell, type WaitingStep } from './waiting-steps.ts'

const TRY_AGAIN_MS = 20_000

export interface WaitingSteps {
  steps: WaitingStep[]
  isOver: boolean
  press(step: Omit<WaitingStep, 'key' | 'at' | 'staffId'>): void
  /** Somebody has read that these were refused. */
  understood(steps: readonly WaitingStep[]): void
}

/** One page at a time: two would tell the same. The desk writes each once all the same. */
const alone = (work: () => Promise<void>) =>
  navigator.locks
    ? navigator.locks.request('sheet-steps', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
    : work()

/**
 * What was pressed here. Each press is kept first and told then: at once, when the network is back, when the page is looked at
 * again. `onTold` reads the sheet anew. `visits`: null on the desk's other screens, where what is told stays until a sheet
 * shows it: one that is kept on the device may be of before.
 */
export function useWaitingSteps(
  staffId: string,
  visits: readonly SheetVisit[] | null,
  onTold: () => void,
): WaitingSteps {
  const [steps, setSteps] = useState<WaitingStep[]>([])
  const [isOver, setIsOver] = useState(false)

  const tellAll = useCallback(async () => {
    let told = 0
    await alone(async () => {
      for (const step of readSteps()) {
        if (step.staffId !== staffId || step.isTold || step.problem) continue
        const refused = readSteps().find(({ orderId, problem }) => orderId === step.orderId && problem)
        // What was pressed after something that is refused was pressed at a visit that is not as it was shown.
        const answer = refused?.problem ?? (await tell(step))
        if (answer === 'later') break
        setIsOver(answer === 'over')
        if (answer === 'over') break
        keepStep(answer === 'told' ? { ...step, isTold: true } : { ...step, problem: answer })
        told++
      }
    })
    setSteps(readSteps().filter((step) => step.staffId === staffId))
    if (told > 0) onTold()
  }, [staffId, onTold])

  useEffect(() => {
    for (const step of readSteps()) if (visits && isSettled(step, visits)) dropStep(step)
    void tellAll()
    const again = () => void tellAll()
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
  }, [tellAll, visits])

  return {
    steps,
    isOver,
    press(step) {
      const key = crypto.randomUUID()
      keepStep({ ...step, key, staffId, at: new Date().toISOString() })
      setSteps(readSteps().filter((one) => one.staffId === staffId))
      void tellAll()
    },
    understood(refused) {
      for (const step of refused) dropStep(step)
      setSteps(readSteps().filter((one) => one.staffId === staffId))
      onTold()
    },
  }
}
