import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormFailure } from '../../form-failure.ts'
import { Notice } from '../notice/notice.tsx'

/** Above a form that was not accepted: what is wrong and why. Takes the focus to the first field at fault, else to itself. */
export function FormErrors({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!failure) return
    const scope = ref.current?.closest('form') ?? ref.current?.parentElement
    const wrong = scope?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? ref.current)?.focus()
  }, [failure])
  if (!failure) return null
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
