import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './preparation.module.css'

export interface PreparationView {
  fastingHours: number
  /** "Mon 23 Nov, 4:30", once the visit is chosen. */
  fastFrom: string | null
  /** The catalogue's own wording about the fast. */
  fastingNote: string | null
  /** A baby, who does not fast. */
  beforeFeed: boolean
  notes: string[]
  /**
   * Urine is collected before the nurse comes, and the container would come with her. "choose" while the
   * patient can still decide to bring their own, "ordered" afterwards.
   */
  urineContainer: 'choose' | 'ordered' | null
}

/** A patient's preparation for all tests together. */
export function Preparation({ preparation, testCount }: { preparation: PreparationView; testCount: number }) {
  const { t } = useTexts()
  const { fastingHours, fastFrom, fastingNote, beforeFeed, notes, urineContainer } = preparation
  if (fastingHours === 0 && !beforeFeed && notes.length === 0 && !urineContainer) return null
  return (
    <div className={styles.preparation}>
      <Notice
        icon={fastingHours > 0 ? 'clock' : 'info'}
        title={t('cart:preparation.title', { count: testCount })}
      >
        <ul className={styles.list}>
          {fastingHours > 0 && (
            <li>
              <b>
                {fastFrom
                  ? t('cart:preparation.from', { moment: fastFrom })
                  : t('cart:preparation.hours', { count: fastingHours })}
              </b>
              <span>
                <OwnLanguage>
                  {fastFrom || !fastingNote ? t('cart:preparation.noFood') : fastingNote}
                </OwnLanguage>
              </span>
            </li>
          )}
          {beforeFeed && <li>{t('cart:preparation.beforeFeed')}</li>}
          {notes.map((note) => (
            <li key={note}>
              <span>
                <OwnLanguage>{note}</OwnLanguage>
              </span>
            </li>
          ))}
          {urineContainer && (
            <li>
              <span>
                {t('cart:preparation.urine')}
                {urineContainer === 'choose' && ` ${t('cart:preparation.ownContainer')}`}
              </span>
            </li>
          )}
        </ul>
      </Notice>
    </div>
  )
}

/** The containers that a patient brings: they cost nothing and are easily forgotten. */
export function BroughtMaterials({ names }: { names: readonly string[] }) {
  const { t } = useTexts()
  if (names.length === 0) return null
  return (
    <p className="small">
      <Icon name="package" size="s" /> <b>{t('cart:broughtByPatient')}:</b>{' '}
      <OwnLanguage>{names.join(', ')}</OwnLanguage>
    </p>
  )
}
