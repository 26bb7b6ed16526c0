import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
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
 * Places for the visit, the chosen one first, then the nearest to it; each is a button that continues with its times.
 */
export function PlaceRows({ chosen, near, more, town, day }: PlaceRowsProps) {
  const { t } = useTexts()
  const { around, goal } = useKeptFocus<HTMLFormElement, HTMLLIElement>(chosen?.id)
  const query = new URLSearchParams({ from: 'order', kind: 'branch', ...(day ? { day } : {}) })
  /** Distances are from the chosen place; without one they are left out, as the visitor would not know from where. */
  const shown = (places: readonly PlaceNearby[]) =>
    chosen ? places : places.map(({ kilometres: _, ...place }) => place)
  const row = (place: PlaceView & { kilometres?: number }) => (
    <li key={place.id}>
      <button type="submit" name="quick" value={place.id} className={styles.place}>
        <Row place={place} town={town} icon="map-pin" />
      </button>
    </li>
  )
  return (
    <Form
      ref={around}
      method="post"
      action={`${pathOf('laboratory')}?${query}`}
      className={styles.places}
      aria-label={t('order.visit.places')}
      preventScrollReset={chosen !== null}
      replace={chosen !== null}
    >
      <ul>
        {chosen && (
          <li
            ref={goal}
            tabIndex={-1}
            className={classNames(styles.place, styles.chosen)}
            aria-current="true"
          >
            <Row place={chosen} town={town} icon="circle-check" />
          </li>
        )}
        {shown(near).map(row)}
      </ul>
      {more.length > 0 && (
        <details className="more">
          <summary>{t('order.visit.more', { count: more.length })}</summary>
          <ul>{shown(more).map(row)}</ul>
        </details>
      )}
    </Form>
  )
}

interface RowProps {
  place: PlaceView & { kilometres?: number }
  town: string
  icon: IconName
}

function Row({ place, town, icon }: RowProps) {
  const { t } = useTexts()
  const { open, nextFree, kilometres } = place
  return (
    <>
      <Icon name={icon} />
      <b lang="ru">{place.city === town ? place.address : place.label}</b>
      {kilometres !== undefined && (
        <span className={styles.far}>{t('laboratories.kilometres', { distance: kilometres })}</span>
      )}
      <span className={styles.facts}>
        {nextFree && <span className={styles.next}>{t('laboratories.next', { time: nextFree })}</span>}
        <span>
          {open.isOpen
            ? t('laboratories.openUntil', { time: open.until })
            : open.opens
              ? t('laboratories.opens', { time: open.opens })
              : t('laboratories.noHours')}
        </span>
      </span>
    </>
  )
}
