import { useEffect, useRef } from 'react'
import { FORM_KEPT, useWords } from './kept-words.ts'
import { fillIn, servedIn, type TypedField, typedInto } from './typed-fields.ts'

/**
 * Belongs in a form with fields of its own (`defaultValue`) in which much is typed or chosen: like `useKeptWords`, it
 * keeps that over a session that ends in the meantime, until the form is accepted. Passwords are never kept.
 * `form`: which form of the screen.
 */
export function KeptFields({ form: name }: { form: string }) {
  const ref = useRef<HTMLInputElement>(null)
  const words = useWords(name)
  useEffect(() => {
    const form = ref.current?.form
    if (!form) return
    const served = servedIn(form)
    const read = () => JSON.parse(words.read() ?? '{}') as Record<string, TypedField>
    const keep = ({ target }: Event) => {
      const field = (target as HTMLInputElement).name
      const { [field]: _, ...others } = read()
      const typed = typedInto(form, field, served)
      const kept = typed ? { ...others, [field]: typed } : others
      words.write(Object.keys(kept).length > 0 ? JSON.stringify(kept) : '')
    }
    if (fillIn(form, read())) form.closest('details')?.setAttribute('open', '')
    form.addEventListener('input', keep)
    return () => form.removeEventListener('input', keep)
  }, [words])
  return <input ref={ref} type="hidden" name={FORM_KEPT} value={name} />
}
