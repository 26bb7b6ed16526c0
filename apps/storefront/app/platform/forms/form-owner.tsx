import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { FORM_OWNER } from './form-draft.ts'

/** The ref of a field in the form whose typed text survives a reload, for its owner. */
function useFormMemory(owner: string | null) {
  const { key } = useLocation()
  const ref = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the history counts as another visit
  useEffect(() => {
    const form = ref.current?.form
    if (!form) return
    let isGone = false
    let stop = () => {}
    import('./form-memory.ts').then(({ rememberForm }) => {
      if (!isGone) stop = rememberForm(form, owner)
    })
    return () => {
      isGone = true
      stop()
    }
  }, [owner, owner === null && key])
  return ref
}

/**
 * Belongs in every long form of a logged-in page: neither a session that ends nor a reload loses what was typed.
 * `owner`: `formOwnerOf` of the server.
 */
export function FormOwner({ owner }: { owner: string }) {
  return <input ref={useFormMemory(owner)} type="hidden" name={FORM_OWNER} value={owner} />
}

/**
 * The same for a form that guests may send: a reload and the Back button keep what was typed; a page opened afresh is
 * empty.
 */
export function FormOfVisit() {
  return <input ref={useFormMemory(null)} type="hidden" />
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
