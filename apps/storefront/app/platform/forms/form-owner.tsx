import { useEffect, useRef } from 'react'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { FORM_OWNER } from './form-draft.ts'

interface FormOwnerProps {
  /** `formOwnerOf` of the server. */
  owner: string
  /** Whether a reload keeps what is typed. */
  isRemembered?: boolean
}

/** Put it into a long form of a logged-in page: a session that ends meanwhile loses nothing. */
export function FormOwner({ owner, isRemembered = false }: FormOwnerProps) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = ref.current?.form
    if (!form || !isRemembered) return
    let isGone = false
    let stop = () => {}
    import('./form-memory.ts').then(({ rememberForm }) => {
      if (!isGone) stop = rememberForm(form, owner)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [owner, isRemembered])
  return <input ref={ref} type="hidden" name={FORM_OWNER} value={owner} />
}

/** Above a form that shows again what was typed before the session ended. */
export function KeptNotice() {
  const { t } = useTexts()
  return (
    <Notice tone="ok" role="status">
      {t('forms.kept')}
    </Notice>
  )
}
