import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import { type DeskColumn, DeskTable, RowLink } from './desk-table.tsx'

const ROWS = [
  { id: 'b/2', name: 'Zaleska', sum: '12,00' },
  { id: 'a', name: 'Aronska', sum: '3,50' },
]
const COLUMNS: (DeskColumn<(typeof ROWS)[number]> | false)[] = [
  {
    id: 'name',
    head: 'Patient',
    cell: ({ id, name }) => <RowLink to={`/orders/${id}`}>{name}</RowLink>,
    sortBy: ({ name }) => name,
    isHead: true,
  },
  { id: 'sum', head: 'Total', cell: ({ sum }) => sum, isNumber: true, className: 'nowrap' },
  false,
]
const table = (more: Partial<Parameters<typeof DeskTable<(typeof ROWS)[number]>>[0]> = {}) =>
  pageHtml(<DeskTable caption="Orders" rows={ROWS} columns={COLUMNS} keyOf={({ id }) => id} {...more} />)

test('the server sends the whole list in its own order, without anything that needs scripts', () => {
  const html = table()
  expect(html).toContain('<caption class="visually-hidden">Orders</caption>')
  expect(html.indexOf('Zaleska')).toBeLessThan(html.indexOf('Aronska'))
  expect(html).toMatch(/<th scope="row"><a[^>]* data-row="true"[^>]*>Zaleska<\/a><\/th>/)
  expect(html).not.toContain('<button')
  expect(html).not.toContain('aria-sort')
})

test('numbers and their heading are right-aligned, and a hidden column is left out', () => {
  const html = table()
  expect(html).toMatch(/<th scope="col" class="deskSum [^"]*">Total<\/th>/)
  expect(html).toContain('<td class="deskSum nowrap">12,00</td>')
  expect(html.match(/<th scope="col"/g)).toHaveLength(2)
})

test('a list without rows says so, or is left out if there is no text for that', () => {
  expect(table({ rows: [], none: 'No orders.' })).toBe('<p>No orders.</p>')
  expect(table({ rows: [] })).toBe('')
})

test('a heading above the list names it, and in a card the list has no frame', () => {
  const html = table({ caption: { labelledBy: 'orders' }, look: 'bare' })
  expect(html).toMatch(/^<table class="deskTable" aria-labelledby="orders"><thead>/)
})

test('a list that is full says that there may be more, and cannot be sorted', () => {
  expect(table({ most: 2 })).toContain('The first 2 are shown; there may be more.')
  expect(table({ most: 2 })).not.toContain('sort')
  expect(table({ most: 3 })).not.toContain('there may be more')
  expect(table({ most: 3 })).toMatch(/class="[^"]*sort/)
})

test('a list with further rows cannot be sorted', () => {
  expect(table()).toMatch(/class="[^"]*sort/)
  expect(table({ isPart: true })).not.toContain('sort')
})
