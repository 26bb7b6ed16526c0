import { useEffect, useRef } from 'react'
import { useActionData, useLocation, useNavigation } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useTexts } from '../texts/use-texts.ts'
import { FORM_OWNER, KEPT, LEFT } from './form-draft.ts'

/** The ref of a field in the form whose typed text survives a reload, for its owner. */
function useFormMemory(owner: string | null) {
  const rendering = {
    owner,
    location: useLocation(),
    navigation: useNavigation(),
    isAnswer: useActionData() !== undefined,
  }
  const ref = useRef<HTMLInputElement>(null)
  const memory = useRef<(at: typeof rendering) => void>(null)
  useEffect(() => {
    const form = ref.current?.form
    if (!form) return
    // At once: a slow phone shows the next page before an import is answered.
    if (memory.current) return memory.current(rendering)
    import('./form-memory.ts').then(({ rememberForm }) => {
      memory.current ??= rememberForm(form)
      memory.current(rendering)
    })
  })
  return ref
}

/**
 * Belongs in every long form: neither a session that ends nor a reload loses what was typed. `owner`: `formOwnerOf` of
 * the server. Null for guests: a reload and the Back button keep what was typed, and a page opened afresh is empty.
 * Several forms of one page need ids.
 */
export function FormOwner({ owner }: { owner: string | null }) {
  const ref = useFormMemory(owner)
  return <input ref={ref} type="hidden" {...(owner !== null && { name: FORM_OWNER, value: owner })} />
}

/** Above a form that shows again what was typed before the session ended; not if its visitor only went elsewhere. */
export function KeptNotice() {
  const { t } = useTexts()
  const { search } = useLocation()
  if (search.includes(`${KEPT}=${LEFT}`)) return null
  return (
    <Notice tone="ok" role="status">
      {t('forms.kept')}
    </Notice>
  )
}
