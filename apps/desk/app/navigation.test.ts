import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { localPath, type PathKey, pathOf, patternOf, withQuery } from './navigation.ts'
import routes from './routes.ts'

function flatten(entries: RouteConfigEntry[]): [string, string][] {
  return entries.flatMap(({ id, path, index, children }) =>
    children ? flatten(children) : [[id ?? '', index ? '/' : `/${path}`]],
  )
}

test('every route has the path that the table gives its key', () => {
  // The route for unknown paths is not in the table.
  const routed = flatten(routes as RouteConfigEntry[]).filter(([, path]) => path !== '/*')
  expect(routed.length).toBeGreaterThan(35)
  for (const [key, path] of routed) expect(patternOf(key as PathKey), key).toBe(path)
})

test('ids are encoded, and none may be empty', { tags: ['ASVS-1.2.2'] }, () => {
  expect(pathOf('orders')).toBe('/orders')
  expect(pathOf('offer', { kind: 'analysis', offerId: 12 })).toBe('/catalogue/offers/analysis/12')
  expect(pathOf('orderPresence', { orderId: '../logout?' })).toBe('/orders/..%2Flogout%3F/presence')
  expect(() => pathOf('order', { orderId: '' })).toThrow('order needs orderId')
})

test('a query is encoded, and empty values are left out', {
  tags: ['ASVS-1.2.2'],
}, () => {
  expect(withQuery('/calendar', { place: 3, from: undefined, hour: '' })).toBe('/calendar?place=3')
  expect(withQuery('/orders/1', { to: '2040-03-06T09:00+01:00&x' })).toBe(
    '/orders/1?to=2040-03-06T09%3A00%2B01%3A00%26x',
  )
  expect(withQuery('/audit', {})).toBe('/audit')
})

test('a login leads back to a screen of the desk and nowhere else', () => {
  expect(localPath('/orders/0199d0f2')).toBe('/orders/0199d0f2')
  expect(localPath('/?date=2040-03-06')).toBe('/?date=2040-03-06')
  const found = withQuery('/orders', { find: 'Łoś, Anna +375', at: '2040-03-06T09:00+01:00' })
  expect(localPath(found)).toBe(found)
  expect(localPath('/?place=home:1')).toBe('/?place=home:1')
  expect(localPath('/money/closing/2040-03-06.csv')).toBe('/money/closing?date=2040-03-06')
  expect(localPath('/login?to=%2Forders')).toBe('/login?to=%2Forders')
  const others = [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/.//x',
    '/\t/evil.example',
    '/orders//x',
  ]
  for (const path of [null, '', 'https://evil.example', '/a:b', 'x', '/nothing/here', ...others]) {
    expect(localPath(path), String(path)).toBe('/')
  }
})
