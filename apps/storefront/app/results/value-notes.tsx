import { useTexts } from '../platform/texts/use-texts.ts'
import type { ValueView } from './value-view.server.ts'
import styles from './values.module.css'

/** What else is to be said about a value: method, comment, what a correction replaced, that it is not final. */
export function ValueNotes({ value }: { value: ValueView }) {
  const { t } = useTexts()
  const { status, comment, method, replaced } = value
  const notes = [
    ...(status ? [t(`results.value.${status}`)] : []),
    ...(comment ? [comment] : []),
    ...(method ? [t('results.note.method', { method })] : []),
    ...replaced.map(({ text, on }) => t('results.note.replaced', { text, date: on })),
  ]
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
