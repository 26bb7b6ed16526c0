import { useTexts } from '../platform/texts/use-texts.ts'
import styles from './laboratories.module.css'

interface Point {
  latitude: number
  longitude: number
}

interface BranchMapProps {
  centre: Point
  /** Other branches, numbered in this order. */
  nearby: readonly (Point & { id: string; kilometres: number })[]
  /** The accessible label of the map. */
  label: string
}

const SIZE = 320
const MIDDLE = SIZE / 2
/** Leaves room for the marks at the edge. */
const RADIUS = MIDDLE - 22
const KILOMETRES_PER_DEGREE = 111.2
const RINGS = [1, 2, 5, 10, 25]

/**
 * Shows where a branch or a visitor is among the other branches, north up, drawn from their positions alone:
 * no tiles from a third-party map, so no third party learns which branch a visitor looks at.
 */
export function BranchMap({ centre, nearby, label }: BranchMapProps) {
  const { t } = useTexts()
  const reach = Math.max(2, ...nearby.map(({ kilometres }) => kilometres))
  const rings = RINGS.filter((ring) => ring <= reach).slice(-2)
  const scale = RADIUS / reach
  const at = ({ latitude, longitude }: Point) => {
    const narrowing = Math.cos((centre.latitude * Math.PI) / 180)
    return {
      x: MIDDLE + (longitude - centre.longitude) * KILOMETRES_PER_DEGREE * narrowing * scale,
      y: MIDDLE - (latitude - centre.latitude) * KILOMETRES_PER_DEGREE * scale,
    }
  }
  return (
    <svg className={styles.map} viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={label}>
      {rings.map((ring) => (
        <g key={ring}>
          <circle className={styles.ring} cx={MIDDLE} cy={MIDDLE} r={ring * scale} />
          <text className={styles.scale} x={MIDDLE} y={MIDDLE + ring * scale + 4}>
            {t('laboratories.kilometres', { distance: ring })}
          </text>
        </g>
      ))}
      <path className={styles.north} d={`M${SIZE - 18} 26l-6 -14l-6 14l6 -4z`} />
      {nearby.map((point, index) => {
        const { x, y } = at(point)
        return (
          <g key={point.id}>
            <circle className={styles.other} cx={x} cy={y} r={10} />
            <text className={styles.number} x={x} y={y + 4}>
              {index + 1}
            </text>
          </g>
        )
      })}
      <path
        className={styles.here}
        d={`M${MIDDLE} ${MIDDLE}c-8 -10 -11 -14 -11 -19a11 11 0 1 1 22 0c0 5 -3 9 -11 19z`}
      />
      <circle className={styles.hereDot} cx={MIDDLE} cy={MIDDLE - 19} r={4} />
    </svg>
  )
}
