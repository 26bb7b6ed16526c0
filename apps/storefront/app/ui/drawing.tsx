import styles from './drawing.module.css'
import drawings from './drawings.svg?url&no-inline'

export type DrawingName =
  | 'nurse'
  | 'branch'
  | 'plaster'
  | 'tubes'
  | 'awaited'
  | 'report'
  | 'nothing'
  | 'missing'

/** A drawing of the shop's own series, in the page's colours; decorative only. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 240 200" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  )
}
