import type { Position } from '@shop/domain/distance'
import { useState } from 'react'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Drawing } from '../../ui/drawing.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { BranchMap } from '../branch-map.tsx'
import { loadPlaces, type PlaceView } from '../branches.server.ts'
import styles from '../laboratories.module.css'
import { byDistance, onMap } from '../nearest-places.ts'
import { PlaceCard } from '../place-card.tsx'
import type { Route } from './+types/laboratories'

export async function loader({ context }: Route.LoaderArgs) {
  return { places: await loadPlaces(context.get(shopContext)) }
}

/** All branches by town; with the visitor's position the nearest come first, around it on a map. */
export default function Laboratories({ loaderData: { places } }: Route.ComponentProps) {
  const { t } = useTexts()
  const { position, status, locate } = usePosition()
  const branches = places.filter(({ comesHome }) => !comesHome)
  return (
    <>
      <PageHead title={t('laboratories.title')} lead={t('laboratories.lead')} />
      <div className={`${styles.near} needs-scripts`}>
        <Button look="quiet" icon="locate-fixed" onClick={locate} aria-disabled={status === 'locating'}>
          {t('laboratories.near')}
        </Button>
        {status === 'failed' && <Notice tone="warn" role="alert" title={t('messages:geolocationFailed')} />}
      </div>
      <HomeVisits places={places.filter(({ comesHome }) => comesHome)} />
      {position ? <Nearest branches={branches} position={position} /> : <Towns branches={branches} />}
    </>
  )
}

/** The towns that a nurse visits, in one row. */
function HomeVisits({ places }: { places: readonly PlaceView[] }) {
  const { t } = useTexts()
  if (places.length === 0) return null
  return (
    <section aria-labelledby="at-home">
      <SectionHead id="at-home" title={t('order.kind.homeCall')}>
        <span className="small muted">{t('laboratories.nurseFrom')}</span>
      </SectionHead>
      <ul className={classNames(styles.places, styles.visits)}>
        <li className="only-wide" aria-hidden="true">
          <Drawing name="nurse" />
        </li>
        {places.map((place) => (
          <PlaceCard key={place.id} place={place} withTown />
        ))}
      </ul>
    </section>
  )
}

function Nearest({ branches, position }: { branches: readonly PlaceView[]; position: Position }) {
  const { t } = useTexts()
  const sorted = byDistance(branches, position)
  const near = onMap(sorted)
  return (
    <section className={styles.town}>
      <SectionHead title={t('laboratories.byDistance')} />
      <div className={classNames('split', near.length > 0 && styles.nearest)}>
        {near.length > 0 && <BranchMap centre={position} nearby={near} label={t('laboratories.mapAround')} />}
        <ul className={styles.places}>
          {sorted.map(({ place, kilometres }, index) => (
            <PlaceCard
              key={place.id}
              place={place}
              withTown
              kilometres={kilometres}
              number={index < near.length ? index + 1 : 0}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Towns({ branches }: { branches: readonly PlaceView[] }) {
  const { t } = useTexts()
  // Without `Map.groupBy`, which phones of 2023 do not have.
  const towns = [...new Set(branches.map(({ city }) => city))].map(
    (town) => [town, branches.filter(({ city }) => city === town)] as const,
  )
  const alone = towns.filter(([, members]) => members.length === 1).flatMap(([, members]) => members)
  return (
    <>
      {towns
        .filter(([, members]) => members.length > 1)
        .map(([town, members]) => (
          <section key={town} className={styles.town}>
            <SectionHead title={<span lang="ru">{town}</span>} />
            <ul className={styles.places}>
              {members.map((place) => (
                <PlaceCard key={place.id} place={place} />
              ))}
            </ul>
          </section>
        ))}
      <section className={styles.town}>
        <SectionHead title={t('laboratories.otherTowns')} />
        <ul className={styles.places}>
          {alone.map((place) => (
            <PlaceCard key={place.id} place={place} withTown />
          ))}
        </ul>
      </section>
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
