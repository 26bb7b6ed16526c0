import { useTexts } from '../platform/texts/use-texts.ts'
import { Flag } from '../ui/flag.tsx'
import type { ValueView } from './value-view.server.ts'
import styles from './values.module.css'

interface ValueNotesProps {
  value: ValueView
  /** On paper the row states the earlier value; on the screen its trend or the card above shows it. */
  isRow?: boolean
}

/** Notes on a value: method, comment, what a correction replaced, that it is not final. */
export function ValueNotes({ value, isRow = false }: ValueNotesProps) {
  const { t } = useTexts()
  const { status, comment, method, replaced, earlier } = value
  const notes = [
    ...(status
      ? [t(status === 'cancelled' ? 'results.absent.cancelled' : 'results.status.preliminary')]
      : []),
    ...(comment ? [comment] : []),
    ...(method ? [t('results.note.method', { method })] : []),
    ...replaced.map(({ text, on }) => t('results.note.replaced', { text, date: on })),
  ]
  const before = isRow ? earlier : null
  if (notes.length === 0 && !before) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
      {before && (
        <li className={styles.onPaper}>
          {t(`results.value.${before.direction}`, { date: before.on, value: before.value })}
        </li>
      )}
    </ul>
  )
}

/** Those that count: the other lines of a report say why there is no value. */
export const reportedOf = (values: readonly ValueView[]) => values.filter(({ isAbsent }) => !isAbsent)

/** The range in words, or its limits as the release before tells them; none without a range. */
export const rangeWords = ({ range }: ValueView) =>
  range && (range.text ?? `${range.low ?? ''} – ${range.high ?? ''}`)

/** A value's interpretation as a word with a shape; nothing if it is unjudged. */
export function ValueFlag({ value: { word, shape } }: { value: Pick<ValueView, 'word' | 'shape'> }) {
  const { t } = useTexts()
  if (!word) return null
  const isCritical = word === 'abnormal' && shape === 'critical'
  return <Flag shape={shape}>{t(`results.word.${isCritical ? 'criticalAbnormal' : word}`)}</Flag>
}
