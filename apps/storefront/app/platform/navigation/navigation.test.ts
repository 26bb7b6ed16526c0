import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../routes.ts'
import {
  fillPath,
  isRouteKey,
  NAVIGATION,
  type PathKey,
  parentPath,
  pathOf,
  patternOf,
  type RouteKey,
} from './navigation.ts'

/** Addresses that are not screens. */
const NO_SCREENS = [
  'myData',
  'orderReceipt',
  'orderCalendar',
  'testResultReport',
  'locale',
  'cookieConsent',
  'live',
]

function flatten(entries: RouteConfigEntry[], above = ''): { id: string | undefined; path: string }[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${above}/${entry.path}` : above
    return entry.children ? flatten(entry.children, path) : [{ id: entry.id, path: path || '/' }]
  })
}

test('every address of the navigation has a route with the same path', () => {
  const routed = Object.fromEntries(flatten(routes as RouteConfigEntry[]).map(({ id, path }) => [id, path]))
  for (const key of [...Object.keys(NAVIGATION), ...NO_SCREENS] as PathKey[]) {
    expect(routed[key], key).toBe(patternOf(key))
  }
})

test('every parent exists and leads to the start page', { tags: ['SPEC-2-BACK-EVERY-ROUTE'] }, () => {
  const params = new Proxy({ addableType: 'analysis' } as Record<string, string>, {
    get: (known, name: string) => known[name] ?? 'x',
  })
  for (const key of Object.keys(NAVIGATION) as RouteKey[]) {
    const { parent } = NAVIGATION[key]
    if (typeof parent === 'string') expect(isRouteKey(parent), key).toBe(true)
    if (key !== 'home') expect(parentPath(key, params), key).toMatch(/^\//)
  }
  expect(parentPath('home', {})).toBeNull()
})

test('the parents named by the specification are set', {
  tags: [
    'SPEC-2-BACK-CART',
    'SPEC-2-BACK-DATE-OR-CALL',
    'SPEC-2-BACK-ORDER-FEEDBACK',
    'SPEC-2-BACK-DATA-CONFIRMED',
    'SPEC-2-BACK-CONFIRM-EMAIL',
    'SPEC-2-BACK-RESULT-PATIENTS',
    'SPEC-2-BACK-RESULT-PATIENT',
    'SPEC-2-BACK-RESULT-ANALYSIS',
  ],
}, () => {
  expect(parentPath('cart', {})).toBe('/')
  expect(parentPath('dateOrCall', {})).toBe('/order/cart')
  expect(parentPath('orderFeedback', {})).toBe('/order/nurse-checkout-time')
  expect(parentPath('dataConfirmed', {})).toBe('/order/nurse-checkout-time')
  expect(parentPath('confirmEmailInOrder', {})).toBe('/order/date-or-call')
  const params = { testResultId: 'r', patientId: 'p', analysisResultId: 'a' }
  expect(parentPath('testResultPatientAnalysisResult', params)).toBe('/test-results/r/patients/p')
  expect(parentPath('testResultPatientAnalyzesList', params)).toBe('/test-results/r/patients')
  expect(parentPath('testResultPatientsList', params)).toBe('/test-results')
})

test('parameters are filled in and escaped', { tags: ['ASVS-1.2.2'] }, () => {
  expect(pathOf('document', { documentSlug: 'a/b' })).toBe('/documents/a%2Fb')
  expect(() => fillPath('document', {})).toThrow()
})
