import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import Today from '../routes/today.tsx'
import { STEP_PERMISSIONS, VisitSteps } from './visit-steps.tsx'

type Visit = Parameters<typeof VisitSteps>[0]['visit']
const stepsOf = (state: Visit['state'], permissions = STEP_PERMISSIONS as readonly string[]) => {
  const visit: Visit = { orderId: '1', number: '1000071', orderState: 'paid', state, version: 1 }
  const html = pageHtml(<VisitSteps visit={visit} permissions={permissions as typeof STEP_PERMISSIONS} />)
  const [seen = '', behind = ''] = html.split('<details')
  const buttonsOf = (part: string) =>
    [...part.matchAll(/value="(\w+)"[^>]*aria-label/g)].map(([, step]) => step)
  const primary = [...html.matchAll(/<button[^>]*primary[^>]*>/g)].length
  return { seen: buttonsOf(seen), behind: buttonsOf(behind), primary }
}

test('a visit has one main action; what is rare is behind “More”, and undoing stays in sight', () => {
  expect(stepsOf('expected')).toEqual({ seen: ['arrive'], behind: ['miss', 'takeSamples'], primary: 1 })
  expect(stepsOf('arrived')).toEqual({ seen: ['takeSamples', 'reset'], behind: [], primary: 1 })
  expect(stepsOf('missed')).toEqual({ seen: ['arrive', 'reset'], behind: [], primary: 1 })
  expect(stepsOf('done')).toEqual({ seen: [], behind: [], primary: 0 })
  // A role that only takes samples.
  expect(stepsOf('expected', ['samples.take'])).toEqual({ seen: ['takeSamples'], behind: [], primary: 1 })
  expect(stepsOf('expected', [])).toEqual({ seen: [], behind: [], primary: 0 })
})

test('undoing says what it undoes', () => {
  const words = (state: Visit['state']) => {
    const visit: Visit = { orderId: '1', number: '1000071', orderState: 'paid', state, version: 1 }
    return wordsOf(pageHtml(<VisitSteps visit={visit} permissions={STEP_PERMISSIONS} />))
  }
  expect(words('arrived')).toContain('Undo check-in')
  expect(words('missed')).toContain('Undo no-show')
})

const branch = { id: 1, city: 'Минск', address: 'проспект Независимости, 116Б', visitKind: 'branch' }
const visitAt = (laboratoryId: number, kind = 'branch') => ({
  ...{ orderId: `${laboratoryId}`, number: '1000071', orderState: 'paid', state: 'expected', version: 1 },
  ...{
    kind,
    laboratoryId,
    patientNames: ['Kowalska Anna'],
    analysisCount: 1,
    hasNote: false,
    permissions: [],
  },
  ...{ start: '2040-03-06T07:00:00Z', time: '9:00', isLate: true, lateBy: '1h 45m', phone: null },
  address: kind === 'branch' ? null : { locality: 'Minsk', street: 'Niamiha', houseNumber: '12' },
})
const today = (...visits: object[]) => {
  const counts = { expected: visits.length, arrived: 0, missed: 0, done: 0, late: 1 }
  const day = { visits, counts, date: '2040-03-06', day: '6 March 2040', laboratories: [branch], regions: [] }
  const props = { loaderData: { ...day, before: '', after: '', place: '' } }
  return wordsOf(pageHtml(<Today {...(props as unknown as Parameters<typeof Today>[0])} />))
}

test('the place is a column only if the day’s visits are at several, and home visits are marked', () => {
  const placeHead = /PatientsPlaceStatus/
  expect(today(visitAt(1))).not.toMatch(placeHead)
  expect(today(visitAt(1))).toContain('116Б')
  expect(today(visitAt(1), visitAt(2))).toMatch(placeHead)
  const home = today(visitAt(1), visitAt(3, 'homeCall'))
  expect(home).toMatch(placeHead)
  expect(home.match(/Home visit/g)).toHaveLength(1)
  expect(today()).toContain('No visits on this day. Look at the next day')
})

test('how late a visit is stands beside it, and late visits are counted within the expected ones', () => {
  expect(today(visitAt(1))).toContain('Late 1h 45m')
  expect(today(visitAt(1))).toContain('1 expected (1 late), 0 arrived')
})
