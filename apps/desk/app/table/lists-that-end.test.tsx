import { LISTED } from '@shop/contract/desk'
import { DAY_VISITS } from '@shop/contract/desk-day'
import { LISTED_EDITIONS, LISTED_TEXTS } from '@shop/contract/editions'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import Audit from '../routes/audit.tsx'
import Catalogue from '../routes/catalogue.tsx'
import CatalogueMissing from '../routes/catalogue-missing.tsx'
import CriticalValues from '../routes/critical-values.tsx'
import HeldResults from '../routes/held-results.tsx'
import Machine from '../routes/machine.tsx'
import MoneyAttention from '../routes/money-attention.tsx'
import Offers from '../routes/offers.tsx'
import Orders from '../routes/orders.tsx'
import SearchWords from '../routes/search-words.tsx'
import Sheet from '../routes/sheet.tsx'
import Today from '../routes/today.tsx'

const SORTS = /title="Sort|class="[^"]*_sort/
const SORTS_EACH = new RegExp(SORTS, 'g')

/** A screen as the server sends it. React Router gives it more, which these screens do not use. */
function screenOf<Props>(Screen: ComponentType<Props>, loaderData: object): string {
  const props = { loaderData } as unknown as Props & object
  return pageHtml(<Screen {...props} />)
}

const rows = <Row,>(count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index))
const result = (index: number) => ({
  id: `${index}`,
  test: 'Potassium',
  name: 'Kowalska Anna',
  born: '12 Apr 1990',
  orderNumber: `${1_000_000 + index}`,
  since: '6 Mar 2040, 9:00',
  waits: '5 mins',
})
const job = (index: number) => ({
  queue: 'mail',
  id: `${index}`,
  template: 'order-paid',
  when: '6 Mar 2040, 9:00',
})
const attention = (kind: string) => (index: number) => ({ kind, paymentId: `${kind} ${index}`, since: '' })

const FULL = {
  'critical values': (count: number) =>
    screenOf(CriticalValues, { list: 'open', found: rows(count, result) }),
  'held results': (count: number) => screenOf(HeldResults, { policy: 'all', found: rows(count, result) }),
  'refused mails': (count: number) =>
    screenOf(Machine, {
      parts: [],
      versions: { dueMigrations: [] },
      failed: [],
      mails: rows(count, job),
      queues: [],
      imports: [],
      mayRepeat: false,
    }),
  'payments that need attention': (count: number) =>
    screenOf(MoneyAttention, {
      lines: [
        ...rows(1, attention('refundToDecide')),
        ...rows(count - 1, attention('refundNotTaken')),
        ...rows(1, attention('noAnswer')),
      ],
    }),
  'searches without a result': (count: number) =>
    screenOf(SearchWords, {
      queries: rows(count, (index) => ({ query: `word ${index}`, locale: 'en', people: 5 })),
      synonyms: [],
      mayChange: false,
    }),
  'the sheet of home visits': (count: number) =>
    screenOf(Sheet, {
      visits: rows(count, (index) => ({
        orderId: `${index}`,
        orderState: 'paid',
        state: 'expected',
        notes: [],
        people: [],
      })),
      permissions: [],
      laboratories: [],
      regions: [],
      date: '2040-03-06',
      place: '',
    }),
}

test.each(Object.entries(FULL))('%s: the list says where it ends, and only there', (_, listed) => {
  expect(wordsOf(listed(LISTED))).toMatch(/The first 20[01] are shown; there may be more\./)
  expect(wordsOf(listed(LISTED - 1))).not.toContain('there may be more')
})

test('editions and missing texts of the catalogue say where they end', () => {
  const editions = rows(LISTED_EDITIONS, (index) => ({ id: `${index}`, note: 'Prices', origin: 'upload' }))
  expect(wordsOf(screenOf(Catalogue, { editions }))).toContain('The first 50 are shown')
  const texts = rows(LISTED_TEXTS, (index) => ({
    text: `Text ${index}`,
    part: 'analyses',
    key: '1002',
    missing: ['pl'],
  }))
  expect(wordsOf(screenOf(CatalogueMissing, { texts }))).toContain('The first 500 are shown')
})

test('a day that lists only its first visits counts the others, says so once, and cannot be sorted', () => {
  const visit = (index: number) => ({
    orderId: `${index}`,
    state: 'expected',
    orderState: 'paid',
    patientNames: [],
    permissions: [],
  })
  const day = { visits: rows(3, visit), laboratories: [], regions: [], date: '2040-03-06' }
  const counts = { expected: 3, arrived: 1, missed: 0, done: 0, late: 2 }
  const words = wordsOf(screenOf(Today, { ...day, counts }))
  expect(words).toContain('3 expected (2 late), 1 arrived, 0 collected, 0 no-shows')
  expect(words).toContain('The first 3 of 4 visits are listed and searched.')
  const whole = screenOf(Today, { ...day, counts: { ...counts, arrived: 0 } })
  expect(wordsOf(whole)).not.toContain('The first 3')
  expect(whole).toMatch(SORTS)
  const full = screenOf(Today, {
    ...day,
    visits: rows(DAY_VISITS, visit),
    counts: { ...counts, expected: DAY_VISITS },
  })
  expect(wordsOf(full).match(/The first 1000/g)).toHaveLength(1)
  expect(full).not.toMatch(SORTS)
})

const order = { id: '1', number: '1000071', state: 'paid', patientNames: ['Kowalska Anna'], total: null }
const line = { id: '1', requestId: 'a', actor: 'staff', action: 'read', kind: 'order', objectId: null }

test('upcoming prices and what is not offered are sorted only if all of them are listed', () => {
  const one = { id: 1, analysisId: 1, kind: 'analysis', code: '1252', name: 'Ferritin' }
  const lists = { coming: [one], withheld: [one], mayPlan: false, maySwitch: false }
  const offers = (counts: object) => screenOf(Offers, { find: '', found: null, ...lists, ...counts })
  expect(offers({ comingCount: 1, withheldCount: 1 }).match(SORTS_EACH)).toHaveLength(7)
  expect(offers({ comingCount: 2, withheldCount: 2 })).not.toMatch(SORTS)
})

test('orders and the audit are sorted only if there are no other pages', () => {
  const orders = (pages: object) =>
    screenOf(Orders, { filter: {}, isWrong: false, orders: [order], ...pages })
  const audit = (pages: object) =>
    screenOf(Audit, { filter: {}, wrong: [], members: [], lines: [line], ...pages })
  expect(orders({ isFirst: true, older: null })).toMatch(SORTS)
  expect(orders({ isFirst: true, older: '/orders?before=1' })).not.toMatch(SORTS)
  expect(orders({ isFirst: false, older: null })).not.toMatch(SORTS)
  expect(audit({ isFirst: true, older: undefined })).toMatch(SORTS)
  expect(audit({ isFirst: true, older: '/audit?before=1' })).not.toMatch(SORTS)
  expect(audit({ isFirst: false, older: undefined })).not.toMatch(SORTS)
})
