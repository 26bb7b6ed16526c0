import type { MarkShape } from '../ui/mark.tsx'
import type { ValueView } from './value-view.server.ts'

interface SwarmDot {
  x: number
  y: number
  shape: MarkShape
}

/** All values of a report on one range, each at its position in its own range. */
export interface SwarmView {
  dots: SwarmDot[]
  /** Height of the drawing, which is 280 wide; the range spans 70 to 210. */
  height: number
}

/** Fewer values get no picture. */
const SWARM_FROM = 4

/** Columns of the drawing, 10 wide: a quarter below the range, half in it, a quarter above. */
const COLUMNS = 28
const STEP = 10
const ZONES = { below: [0, 6], within: [7, 20], above: [21, 27] } as const
/** The cost of one more dot in a column; moving one column aside costs 1. It keeps heaps flat and narrow. */
const CROWD = 1.4
const AIR = 15

/** Places the values so that none covers another; null if there are few, or none of them is judged. */
export function swarmView(values: readonly ValueView[]): SwarmView | null {
  if (values.length < SWARM_FROM) return null
  const judged = values
    .filter(({ word }) => word !== null)
    .toSorted((one, other) => positionOf(one) - positionOf(other))
  if (judged.length === 0) return null
  const heaps = Array<number>(COLUMNS).fill(0)
  const placed = judged.map((value) => {
    const column = freestColumn(value, heaps)
    const level = heaps[column]!
    heaps[column] = level + 1
    // From the middle outwards: 0, +1, -1, +2, -2.
    const row = Math.ceil(level / 2) * (level % 2 === 0 ? -1 : 1)
    return { x: column * STEP + STEP / 2, row, shape: value.shape }
  })
  const rows = Math.max(...placed.map(({ row }) => Math.abs(row)))
  const height = 2 * rows * STEP + STEP + 2 * AIR
  return { dots: placed.map(({ x, row, shape }) => ({ x, y: height / 2 + row * STEP, shape })), height }
}

/** 0 to 100. A result in words has no position: it is placed in the middle of the zone it was judged to be in. */
function positionOf({ position, isOutside }: ValueView): number {
  return position ?? (isOutside ? 87 : 50)
}

function freestColumn(value: ValueView, heaps: readonly number[]): number {
  const place = positionOf(value)
  const [first, last] = ZONES[value.isOutside ? (place < 50 ? 'below' : 'above') : 'within']
  const wanted = Math.min(last, Math.max(first, Math.floor((place / 100) * COLUMNS)))
  const columns = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const cost = (column: number) => Math.abs(column - wanted) + CROWD * heaps[column]!
  return columns.reduce((best, column) => (cost(column) < cost(best) ? column : best))
}
