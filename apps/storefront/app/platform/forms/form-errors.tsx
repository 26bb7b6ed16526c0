import { useEffect, useRef, useState } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import type { FormFailure } from './form-failure.ts'

const AT_FAULT = '[aria-invalid="true"]'

/**
 * Takes the focus, and with it the view, to the first field of the form at fault, else to what says so.
 * Answers where that is, and whether all fields at fault have been changed since.
 */
export function useFault<Fault extends object>(fault: Fault | undefined, hasFields: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [mended, setMended] = useState<Fault>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fault knows whether it has fields
  useEffect(() => {
    if (!fault) return
    const scope = ref.current?.closest('form') ?? ref.current?.parentElement
    const goal = scope?.querySelector<HTMLElement>(AT_FAULT) ?? ref.current
    // In the middle of the screen: at its edge a bar that stays in sight could cover it.
    goal?.scrollIntoView({ block: 'center' })
    goal?.focus({ preventScroll: true })
    if (!scope || !hasFields) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!scope.querySelector(AT_FAULT)) setMended(fault)
      })
    }
    scope.addEventListener('input', look)
    return () => {
      cancelAnimationFrame(frame)
      scope.removeEventListener('input', look)
    }
  }, [fault])
  return { ref, isMended: mended === fault }
}

/**
 * Above a form that was not accepted: what is wrong and why. That fields are at fault is no longer said once
 * all of them have been changed.
 */
export function FormErrors({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const { ref, isMended } = useFault(failure, Object.keys(failure?.fields ?? {}).length > 0)
  if (!failure || isMended) return null
  const text = ({ key, count }: FormFailure['title']) => t(key, count === undefined ? {} : { count })
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="bad" role="alert" title={text(failure.title)}>
        {failure.reasons.map((reason) => (
          <p key={reason.key}>{text(reason)}</p>
        ))}
      </Notice>
    </div>
  )
}
