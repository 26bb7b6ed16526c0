import { distanceInMiles, roundedKilometres } from '@shop/domain/distance'
import { useState } from 'react'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { loadPlaces, type PlaceView } from '../branches.server.ts'
import styles from '../laboratories.module.css'
import { PlaceCard } from '../place-card.tsx'
import type { Route } from './+types/laboratories'

export async function loader({ context }: Route.LoaderArgs) {
  return { places: await loadPlaces(context.get(shopContext)) }
}

/** All branches by town; with the visitor's position the nearest come first. */
export default function Laboratories({ loaderData: { places } }: Route.ComponentProps) {
  const { t } = useTexts()
  const { position, status, locate } = usePosition()
  const branches = places.filter(({ comesHome }) => !comesHome)
  const miles = (place: PlaceView) => (position ? distanceInMiles(position, place) : 0)
  // Without `Map.groupBy`, which phones of 2023 do not have.
  const towns = [...new Set(branches.map(({ city }) => city))].map(
    (town) => [town, branches.filter(({ city }) => city === town)] as const,
  )
  const sections = position
    ? [
        {
          key: 'near',
          title: t('laboratories.byDistance'),
          withTown: true,
          members: branches.toSorted((a, b) => miles(a) - miles(b)),
        },
      ]
    : [
        ...towns
          .filter(([, members]) => members.length > 1)
          .map(([town, members]) => ({
            key: town,
            title: <span lang="ru">{town}</span>,
            withTown: false,
            members,
          })),
        {
          key: 'other',
          title: t('laboratories.otherTowns'),
          withTown: true,
          members: towns.filter(([, members]) => members.length === 1).flatMap(([, members]) => members),
        },
      ]
  return (
    <>
      <PageHead title={t('laboratories.title')} lead={t('laboratories.lead')} />
      <div className={`${styles.near} needs-scripts`}>
        <Button look="quiet" icon="locate-fixed" onClick={locate} aria-disabled={status === 'locating'}>
          {t('laboratories.near')}
        </Button>
        {status === 'failed' && <Notice tone="warn" role="alert" title={t('messages:geolocationFailed')} />}
      </div>
      <section aria-labelledby="at-home">
        <SectionHead id="at-home" title={t('order.kind.homeCall')} />
        <ul className={styles.places}>
          {places
            .filter(({ comesHome }) => comesHome)
            .map((place) => (
              <PlaceCard key={place.id} place={place} withTown />
            ))}
        </ul>
      </section>
      {sections.map(({ key, title, withTown, members }) => (
        <section key={key} className={styles.town}>
          <SectionHead title={title} />
          <ul className={styles.places}>
            {members.map((place) => (
              <PlaceCard
                key={place.id}
                place={place}
                withTown={withTown}
                kilometres={position && roundedKilometres(miles(place))}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The device's position, requested by a click; it stays in the browser. */
function usePosition() {
  const [position, setPosition] = useState<GeolocationCoordinates>()
  const [status, setStatus] = useState<'idle' | 'locating' | 'failed'>('idle')
  const locate = () => {
    if (!('geolocation' in navigator)) return setStatus('failed')
    setStatus('locating')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setPosition(coords)
        setStatus('idle')
      },
      () => setStatus('failed'),
      { timeout: 10_000, maximumAge: 600_000 },
    )
  }
  return { position, status, locate }
}
