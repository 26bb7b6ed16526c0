import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import type { PlaceNearby, PlacesAround, PlaceView } from './branches.server.ts'
import styles from './place-rows.module.css'

interface PlaceRowsProps extends Pick<PlacesAround, 'near' | 'more'> {
  /** The place whose times are shown below; null if the active laboratory makes home visits. */
  chosen: PlaceView | null
  /** Addresses in this town are shown without its name. */
  town: string
  /** The day whose times are shown below: it stays open when another place is chosen. */
  day?: string | undefined
}

/**
 * Places for the visit, the chosen one first, then the nearest to it. Each is a button of the surrounding form, which
 * continues with the place's times. With a chosen one, a phone has all others in the fold: the times are close to it.
 */
export function PlaceRows({ chosen, near, more, town, day }: PlaceRowsProps) {
  const { t } = useTexts()
  const { around, goal } = useKeptFocus<HTMLElement, HTMLLIElement>(chosen?.id)
  const query = new URLSearchParams({ from: 'order', kind: 'branch', ...(day ? { day } : {}) })
  /** Without a chosen place no distance is shown, as the visitor would not know from where. */
  const row = ({ kilometres, ...place }: PlaceNearby, className?: string) => (
    <li key={place.id} className={className}>
      <button
        type="submit"
        name="quick"
        value={place.id}
        formAction={`${pathOf('laboratory')}?${query}`}
        formNoValidate
        className={styles.place}
      >
        <Place place={place} town={town} kilometres={chosen ? kilometres : undefined} />
      </button>
    </li>
  )
  const folded = chosen ? near.length : 0
  return (
    <section ref={around} className={styles.places} aria-label={t('order.visit.places')}>
      <ul>
        {chosen && (
          <li
            ref={goal}
            tabIndex={-1}
            className={classNames(styles.place, styles.chosen)}
            aria-current="true"
          >
            <Place place={chosen} town={town} />
            <Icon name="circle-check" />
          </li>
        )}
        {near.map((place) => row(place, chosen ? styles.wide : undefined))}
      </ul>
      {folded + more.length > 0 && (
        // Another one is chosen: the fold closes.
        <details key={chosen?.id} className={classNames('more', more.length === 0 && styles.narrow)}>
          <summary>
            {more.length > 0 && (
              <span className={styles.wide}>{t('order.visit.more', { count: more.length })}</span>
            )}
            <span className={styles.narrow}>{t('order.visit.more', { count: folded + more.length })}</span>
          </summary>
          <ul>
            {chosen && near.map((place) => row(place, styles.narrow))}
            {more.map((place) => row(place))}
          </ul>
        </details>
      )}
    </section>
  )
}

interface PlaceProps {
  place: PlaceView
  town: string
  /** From the chosen place. */
  kilometres?: number | undefined
}

function Place({ place, town, kilometres }: PlaceProps) {
  const { t } = useTexts()
  const { open, nextFree } = place
  return (
    <>
      <b lang="ru">{place.city === town ? place.address : place.label}</b>
      <span className={styles.facts}>
        {kilometres !== undefined && <span>{t('order.visit.away', { distance: kilometres })}</span>}
        <span>
          {open.isOpen
            ? t('laboratories.openUntil', { time: open.until })
            : open.opens
              ? t('laboratories.opens', { time: open.opens })
              : t('laboratories.noHours')}
        </span>
        {nextFree && <span className={styles.next}>{t('laboratories.next', { time: nextFree })}</span>}
      </span>
    </>
  )
}
