import { CHILD_UNTIL_YEARS } from './age.ts'
import { visitMinutes } from './visit-slots.ts'

/** A person at a visit. */
export interface MorningPerson {
  readonly id: string
  /** Completed years on the day of the visit. */
  readonly ageYears: number
  /** At that age. */
  readonly fastingHours: number
  /** A baby, who is taken right before the next feed. */
  readonly beforeFeed: boolean
  /** Between the first and the last sample, for a test that takes several; 0 for most. */
  readonly lastsMinutes: number
}

/** About when a person's turn is; instants in UTC. */
export interface Turn {
  readonly id: string
  readonly start: string
  /** Until the last sample is taken. */
  readonly minutes: number
  /** Null: the person did not have to fast. */
  readonly mayEatFrom: string | null
}

const MINUTE = 60_000

/**
 * Who is taken first of several people at one visit, about when, and when each may eat. Babies come before their
 * feed, then fasting children, the youngest first; then those who stay longest, since the others are taken in the
 * meantime; then fasting adults, the longest fast first; then the rest. Equals keep their order. It is a proposal:
 * the person who takes the samples decides.
 */
export function planMorning(people: readonly MorningPerson[], visitStart: string): Turn[] {
  const from = Date.parse(visitStart)
  const each = visitMinutes(1)
  return people.toSorted(compareTurns).map(({ id, lastsMinutes, ...person }, index) => {
    const start = from + visitMinutes(index) * MINUTE
    const minutes = each + lastsMinutes
    return {
      id,
      start: new Date(start).toISOString(),
      minutes,
      mayEatFrom: isHungry(person) ? new Date(start + minutes * MINUTE).toISOString() : null,
    }
  })
}

type Hunger = Pick<MorningPerson, 'fastingHours' | 'beforeFeed'>
const isHungry = ({ fastingHours, beforeFeed }: Hunger) => beforeFeed || fastingHours > 0

function compareTurns(one: MorningPerson, other: MorningPerson): number {
  const ranks = rankOf(one) - rankOf(other)
  if (ranks !== 0) return ranks
  if (isHungryChild(one)) return one.ageYears - other.ageYears
  return other.lastsMinutes - one.lastsMinutes || other.fastingHours - one.fastingHours
}

const isHungryChild = (person: MorningPerson) => person.ageYears < CHILD_UNTIL_YEARS && isHungry(person)

function rankOf(person: MorningPerson): number {
  if (person.beforeFeed) return 0
  if (isHungryChild(person)) return 1
  if (person.lastsMinutes > 0) return 2
  return isHungry(person) ? 3 : 4
}
