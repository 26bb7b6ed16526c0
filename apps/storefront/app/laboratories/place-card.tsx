import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Tag } from '../ui/tag.tsx'
import type { PlaceView } from './branches.server.ts'
import styles from './laboratories.module.css'

/** "Open until 20:00", or when it opens next. */
export function OpenNow({ open }: Pick<PlaceView, 'open'>) {
  const { t } = useTexts()
  if (open.isOpen) return <Tag tone="ok">{t('laboratories.openUntil', { time: open.until })}</Tag>
  return <Tag>{open.opens ? t('laboratories.opens', { time: open.opens }) : t('laboratories.noHours')}</Tag>
}

interface PlaceCardProps {
  place: PlaceView
  /** The distance from the visitor, if known. */
  kilometres?: number | undefined
  /** Whether the name includes the town: for lists that do not show it. */
  withTown?: boolean
  /** Its number on a map; 0: it is not on it. */
  number?: number
  /** The card chooses the place in the surrounding form instead of linking to its page. */
  chooses?: boolean
}

/** A place for a visit: address, whether it is open now, distance. */
export function PlaceCard({
  place,
  kilometres,
  withTown = false,
  number = 0,
  chooses = false,
}: PlaceCardProps) {
  const { t } = useTexts()
  const name = <OwnLanguage>{withTown ? place.label : place.address}</OwnLanguage>
  return (
    <li className={styles.place}>
      {chooses ? (
        <button type="submit" name="quick" value={place.id} className={styles.placeName}>
          {name}
        </button>
      ) : (
        <Link className={styles.placeName} to={pathOf('branch', { laboratoryId: place.id })}>
          {name}
        </Link>
      )}
      {!place.comesHome && (
        <p className={styles.placeFacts}>
          {number > 0 && <b className={styles.mark}>{number}</b>}
          <OpenNow open={place.open} />
          {kilometres !== undefined && (
            <span className="small muted">{t('laboratories.kilometres', { distance: kilometres })}</span>
          )}
        </p>
      )}
      {place.nextFree && <p className={styles.next}>{t('laboratories.next', { time: place.nextFree })}</p>}
    </li>
  )
}
