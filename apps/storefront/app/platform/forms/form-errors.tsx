import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import type { FormFailure } from './form-failure.ts'

const AT_FAULT = '[aria-invalid="true"]'

/**
 * Moves the focus, and the view with it, to the form's first field at fault, else to the error message. Returns the
 * message's ref, and whether all fields at fault have been changed since.
 */
export function useFault<Fault extends object>(fault: Fault | undefined, hasFields: boolean) {
  const ref = useRef<HTMLDivElement>(null)
  const [fixed, setFixed] = useState<Fault>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `hasFields` follows from the fault
  useEffect(() => {
    if (!fault) return
    const scope = ref.current?.closest('form') ?? ref.current?.parentElement
    const goal = scope?.querySelector<HTMLElement>(AT_FAULT) ?? ref.current
    // In the middle of the screen: at the edge a sticky bar could cover it.
    goal?.scrollIntoView({ block: 'center' })
    goal?.focus({ preventScroll: true })
    if (!scope || !hasFields) return
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!scope.querySelector(AT_FAULT)) setFixed(fault)
      })
    }
    scope.addEventListener('input', look)
    return () => {
      cancelAnimationFrame(frame)
      scope.removeEventListener('input', look)
    }
  }, [fault])
  return { ref, isFixed: fixed === fault }
}

/** Above a form that was not accepted: what is wrong and why. Disappears once all fields at fault have been changed. */
export function FormErrors({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTexts()
  const { ref, isFixed } = useFault(failure, Object.keys(failure?.fields ?? {}).length > 0)
  if (!failure || isFixed) return null
  const text = ({ key, count }: FormFailure['title']) => t(key, count === undefined ? {} : { count })
  return (
    <div ref={ref} tabIndex={-1}>
      <Notice tone="bad" role="alert" title={text(failure.title)}>
        {failure.reasons.map((reason) => (
          <p key={reason.key}>{text(reason)}</p>
        ))}
        {failure.link && <Link to={failure.link.to}>{t(failure.link.key)}</Link>}
      </Notice>
    </div>
  )
}
