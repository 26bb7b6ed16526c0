import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { RefusedSteps } from './refused-steps.tsx'
import { useWaitingSteps } from './use-waiting-steps.ts'
import { WaitingNotice } from './waiting-notice.tsx'

/**
 * Unsent presses of the nurse's sheet, on the desk's other screens: back in a network, the nurse may not open the
 * sheet again. They are sent from here, and refusals are shown here.
 */
export function StepsElsewhere({ staffId }: { staffId: string }) {
  const { revalidate } = useRevalidator()
  const onSent = useCallback(() => void revalidate(), [revalidate])
  const { steps, isOver, understood } = useWaitingSteps(staffId, null, onSent)
  if (steps.every(({ isTold }) => isTold)) return null
  return (
    <>
      <WaitingNotice steps={steps} isOver={isOver} />
      <RefusedSteps refused={steps.filter(({ problem }) => problem)} isElsewhere understood={understood} />
    </>
  )
}
