import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MorningPerson, planMorning } from './family-morning.ts'

const START = '2026-11-23T05:00:00.000Z'
const of = (id: string, ageYears: number, more: Partial<MorningPerson> = {}): MorningPerson => ({
  id,
  ageYears,
  fastingHours: 0,
  beforeFeed: false,
  lastsMinutes: 0,
  ...more,
})
const turns = (...people: MorningPerson[]) => planMorning(people, START)

test('babies go first, then fasting children by age, those who stay, fasting adults, and the others', () => {
  const order = turns(
    of('father', 40),
    of('grandmother', 70, { fastingHours: 8 }),
    of('mother', 35, { fastingHours: 12 }),
    of('pregnant aunt', 30, { fastingHours: 8, lastsMinutes: 120 }),
    of('schoolchild', 9, { fastingHours: 8 }),
    of('toddler', 3, { fastingHours: 3 }),
    of('teenager', 15),
    of('baby', 0, { beforeFeed: true }),
  )
  expect(order.map(({ id }) => id)).toEqual([
    'baby',
    'toddler',
    'schoolchild',
    'pregnant aunt',
    'mother',
    'grandmother',
    'father',
    'teenager',
  ])
})

test('each person takes a quarter of an hour, and may eat after their own last sample', () => {
  const aunt = of('aunt', 30, { fastingHours: 8, lastsMinutes: 120 })
  expect(turns(of('father', 40), aunt, of('child', 6, { fastingHours: 3 }))).toEqual([
    { id: 'child', start: START, minutes: 15, mayEatFrom: '2026-11-23T05:15:00.000Z' },
    { id: 'aunt', start: '2026-11-23T05:15:00.000Z', minutes: 135, mayEatFrom: '2026-11-23T07:30:00.000Z' },
    { id: 'father', start: '2026-11-23T05:30:00.000Z', minutes: 15, mayEatFrom: null },
  ])
})

const aPerson = fc.record({
  ageYears: fc.integer({ min: 0, max: 90 }),
  fastingHours: fc.constantFrom(0, 3, 4, 8, 12),
  beforeFeed: fc.boolean(),
  lastsMinutes: fc.constantFrom(0, 0, 30, 120),
})

test('everybody has one turn, no two at a time, and no fasting child waits for an adult', () => {
  fc.assert(
    fc.property(fc.array(aPerson, { maxLength: 20 }), (list) => {
      const people = list.map((person, index) => of(String(index), person.ageYears, person))
      const plan = turns(...people)
      expect(plan.map(({ id }) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
      expect(plan.map(({ start }) => Date.parse(start) - Date.parse(START))).toEqual(
        plan.map((_, index) => index * 15 * 60_000),
      )
      const byId = new Map(people.map((person) => [person.id, person]))
      const isFastingChild = (id: string) => byId.get(id)!.ageYears < 18 && byId.get(id)!.fastingHours > 0
      const last = plan.findLastIndex(({ id }) => isFastingChild(id))
      expect(
        plan
          .slice(0, Math.max(0, last))
          .filter(({ id }) => byId.get(id)!.ageYears >= 18 && !byId.get(id)!.beforeFeed),
      ).toEqual([])
      for (const { id, start, minutes, mayEatFrom } of plan) {
        const { fastingHours, beforeFeed } = byId.get(id)!
        const end = new Date(Date.parse(start) + minutes * 60_000).toISOString()
        expect(mayEatFrom).toBe(fastingHours > 0 || beforeFeed ? end : null)
      }
    }),
  )
})
