import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { RefusedSteps } from './refused-steps.tsx'
import { useWaitingSteps } from './use-waiting-steps.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/**
 * What was pressed on the nurse's sheet and never sent, on the desk's other screens: who comes back into a network may
 * not open the sheet again. It is told from here, and what is refused is read here.
 */
export function StepsElsewhere({ staffId }: { staffId: string }) {
  const { revalidate } = useRevalidator()
  const onTold = useCallback(() => void revalidate(), [revalidate])
  const { steps, isOver, understood } = useWaitingSteps(staffId, null, onTold)
  if (steps.every(({ isTold }) => isTold)) return null
  return (
    <>
      <WaitingNotice steps={steps} isOver={isOver} />
      <RefusedSteps refused={steps.filter(({ problem }) => problem)} isElsewhere understood={understood} />
    </>
  )
}
