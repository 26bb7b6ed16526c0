import type { DeskOrder } from '@shop/contract/desk'
import { expect, test, vi } from 'vitest'
import type { Desk } from '../session/desk-context.server.ts'
import { loadFreeTimes } from './change-order.server.ts'

const hours = { open: '09:00', close: '11:00', places: 2 }
const times = ['2027-03-02', '2027-03-03'].flatMap((date) =>
  ['09:00', '09:15', '10:00', '10:15'].map((time) => ({
    start: `${date}T${time}:00+03:00`,
    date,
    time,
    places: 2,
    taken: time === '09:15' ? 2 : 0,
  })),
)

async function offered(kind: 'branch' | 'homeCall', now: string) {
  vi.setSystemTime(new Date(now))
  const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  const week = Object.fromEntries(days.map((day) => [day, hours]))
  const calendar = { from: '2027-03-02', week, closures: [], times }
  const desk = {
    api: { deskCalendar: async () => calendar },
    locale: 'en',
    businessTimeZone: 'Europe/Minsk',
  } as unknown as Desk
  const order = {
    state: 'paid',
    laboratory: { id: 1 },
    patients: [{}],
    visit: { kind, state: 'expected', start: '2027-03-02T09:00:00+03:00' },
  } as DeskOrder
  const free = await loadFreeTimes(desk, { order, from: '2027-03-02', permissions: ['visits.move'] })
  return free!.times.map(({ time }) => time.replaceAll(/\s/g, ' '))
}

const NEXT_DAY = ['Wed 3 Mar, 9:00', 'Wed 3 Mar, 10:00', 'Wed 3 Mar, 10:15']

test('only free times that are accepted are offered, each with its day: at a branch an hour ahead', async () => {
  expect(await offered('branch', '2027-03-02T09:10:00+03:00')).toEqual(['Tue 2 Mar, 10:15', ...NEXT_DAY])
  expect(await offered('branch', '2027-03-02T09:20:00+03:00')).toEqual(NEXT_DAY)
})

test('a nurse comes on the next day only if it is arranged before the evening', async () => {
  const next = ['Wed 3 Mar, 9:00', 'Wed 3 Mar, 10:00']
  expect(await offered('homeCall', '2027-03-02T18:59:00+03:00')).toEqual(next)
  expect(await offered('homeCall', '2027-03-02T19:00:00+03:00')).toEqual([])
})
