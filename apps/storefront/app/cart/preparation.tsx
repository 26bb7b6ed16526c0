import { type PreparationView, preparationItems } from '@shop/texts/preparation-items'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './preparation.module.css'

/** A patient's preparation for all tests together. */
export function Preparation({ preparation, testCount }: { preparation: PreparationView; testCount: number }) {
  const { t } = useTexts()
  const items = preparationItems(preparation, t)
  if (items.length === 0) return null
  return (
    <div className={styles.preparation}>
      <Notice
        icon={preparation.fastingHours > 0 ? 'clock' : 'info'}
        title={t('cart:preparation.title', { count: testCount })}
      >
        <ul className={styles.list}>
          {items.map(({ head, text }) => (
            <li key={text}>
              {head && <b>{head}</b>}
              <span>
                <OwnLanguage>{text}</OwnLanguage>
              </span>
            </li>
          ))}
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
