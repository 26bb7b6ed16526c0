import type { Position } from '@shop/domain/distance'
import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { SectionHead } from '../ui/section-head.tsx'
import { BranchMap } from './branch-map.tsx'
import type { PlaceView } from './branches.server.ts'
import styles from './laboratories.module.css'
import { byDistance, onMap } from './nearest-places.ts'
import { PlaceCard } from './place-card.tsx'

interface PlaceChoiceProps {
  places: readonly PlaceView[]
  /** The visitor's position, once known: then the nearest places come first. */
  position: Position | undefined
}

/** Places as cards, each a button of the surrounding form, with a map of the nearest branches. */
export function PlaceChoice({ places, position }: PlaceChoiceProps) {
  const { t } = useTexts()
  const sorted = byDistance(places, position)
  const calls = sorted.filter(({ place }) => place.comesHome)
  const branches = sorted.filter(({ place }) => !place.comesHome)
  const near = onMap(branches)
  return (
    <div className={styles.choice}>
      {position && near.length > 0 && (
        <BranchMap centre={position} nearby={near} label={t('laboratories.mapAround')} />
      )}
      {[
        { title: t('order.kind.homeCall'), members: calls },
        { title: t(position ? 'laboratories.byDistance' : 'laboratories.branches'), members: branches },
      ].map(
        ({ title, members }) =>
          members.length > 0 && (
            <section key={title}>
              <SectionHead title={title} />
              <ol className={styles.places}>
                {members.map(({ place, kilometres }) => (
                  <PlaceCard
                    key={place.id}
                    place={place}
                    kilometres={kilometres}
                    number={near.findIndex(({ id }) => id === place.id) + 1}
                    withTown
                    chooses
                  />
                ))}
              </ol>
            </section>
          ),
      )}
      <p>
        <Link to={pathOf('laboratories')}>{t('laboratories.all')}</Link>
      </p>
    </div>
  )
}
