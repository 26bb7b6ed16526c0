import { expect, test } from 'vitest'
import { createTestShop, problem } from '../testing/test-shop.ts'
import { loadOrders } from './load-orders.server.ts'

const idOf = (index: number) => `018f0000-0000-7000-8000-${String(100 - index).padStart(12, '0')}`
const order = (index: number) => ({
  id: idOf(index),
  number: String(1_000 + index),
  state: 'completed',
  createdAt: '2026-11-20T09:00:00Z',
  visit: { kind: 'branch', start: '2026-11-23T05:30:00Z', end: '2026-11-23T05:45:00Z' },
  patientIds: [],
  patientNames: ['Anna Kovaleva'],
  analysisCount: 1,
  total: { price: 10, currency: 'BYN' },
})
const orders = Array.from({ length: 25 }, (_, index) => order(index))
const { shop } = createTestShop(
  {
    'GET orders?limit=21': orders.slice(0, 21),
    [`GET orders?limit=21&before=${idOf(19)}`]: orders.slice(20),
    'GET orders?limit=21&before=made-up': problem('invalid_fields'),
  },
  { token: 'token' },
)
const open = (query = '') => loadOrders(shop, new URLSearchParams(query))

test('orders are listed in pages, newest first, each linking to the older ones; none is missing or repeated', async () => {
  const first = await open()
  expect(first).toMatchObject({ isFirstPage: true, older: `?before=${idOf(19)}` })
  const second = await open(first.older!)
  expect(second).toMatchObject({ isFirstPage: false, older: null })
  const numbers = [...first.orders, ...second.orders].map(({ number }) => number)
  expect(numbers).toEqual(orders.map(({ number }) => number))
})

test('an invalid page in the address redirects to the newest orders', async () => {
  const answer = await open('before=made-up').catch((thrown: Response) => thrown)
  expect((answer as Response).headers.get('Location')).toBe('/orders')
})

test('an order to be paid comes first, and orders are told apart by their tests', async () => {
  const tests = { names: ['Ferritin', 'TSH'], count: 5 }
  const mixed = [{ ...order(0), tests }, { ...order(1), state: 'awaitingPayment' }, order(2)]
  const { shop: other } = createTestShop({ 'GET orders?limit=21': mixed }, { token: 'token' })
  const { orders: shown } = await loadOrders(other, new URLSearchParams())
  expect(shown.map(({ number, tests: names }) => [number, names])).toEqual([
    ['1001', ''],
    ['1000', 'Ferritin, TSH +3'],
    ['1002', ''],
  ])
})
