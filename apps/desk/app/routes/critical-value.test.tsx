import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import { isBelow, SCREENS } from '../shell/screens.ts'
import CriticalValue from './critical-value.tsx'
import CriticalValues from './critical-values.tsx'
import HeldResult from './held-result.tsx'

function htmlOf<Props>(Screen: ComponentType<Props>, loaderData: object, actionData?: object): string {
  const props = { loaderData, actionData } as unknown as Props & object
  return pageHtml(<Screen {...props} />)
}

const head = {
  ...{ id: '1', test: 'Blood count', orderId: '2', orderNumber: '1000071', born: '12 Apr 1990' },
  patient: { name: 'Kowalska Anna', gender: 'F', dateOfBirth: '1990-04-12' },
}
const found = {
  ...{ ...head, isOpen: true, isHeld: false, version: 0, log: [], values: [], comment: null },
  ...{ sampled: '2 Mar 2027', since: '2 Mar 2027, 11:00' },
  contact: { email: 'anna@patients.example', phone: null, phoneOf: null },
}
const page = (more: object = {}, done?: object) =>
  htmlOf(CriticalValue, { mayNote: true, found: { ...found, ...more } }, done)
const checkedIn = (html: string) => [...html.matchAll(/<input[^>]* checked=""[^>]*>/g)].map(([tag]) => tag)

test('no outcome of a call is chosen beforehand, and without one the form says so and keeps what was typed', () => {
  expect(checkedIn(page())).toEqual([])
  const typed = { outcome: undefined, called: 'Dr Maria Lis', saidBack: 'Haemoglobin 61' }
  const problem = { code: 'invalid_fields', fields: ['outcome'], status: 422, changed: null }
  const refused = page({}, { problem, typed })
  expect(wordsOf(refused)).toContain('Choose how the call ended.')
  expect(refused).toContain('value="Dr Maria Lis"')
  expect(refused).toContain('Haemoglobin 61</textarea>')
  expect(checkedIn(refused)).toEqual([])
  const chosen = page({}, { problem: { ...problem, fields: [] }, typed: { ...typed, outcome: 'notReached' } })
  expect(checkedIn(chosen)).toHaveLength(1)
})

test('the number to call says whose it is, and without one the page says what to do instead', () => {
  const phone = '+375 29 765-43-21'
  const known = page({ contact: { email: null, phone, phoneOf: 'account' } })
  expect(known).toContain('href="tel:+375297654321"')
  expect(wordsOf(known)).toContain('account holder’s')
  expect(page()).toContain('href="mailto:anna@patients.example"')
  expect(wordsOf(page())).toContain('Write and ask for a call back')
  expect(wordsOf(page({ contact: { email: null, phone: null } }))).toContain('Ask the branch of the visit')
})

test('the list of open critical values has the value, its range and the number, also without them', () => {
  const value = { name: 'Haemoglobin', value: '61 g/L', range: '120–150', interpretation: 'criticalLow' }
  const one = { ...head, name: 'Kowalska Anna', since: '', reported: '2 Mar 2027', waits: '5 mins', calls: 0 }
  const contact = { phone: '+375 29 765-43-21', phoneOf: 'visit' }
  const list = (row: object) => wordsOf(htmlOf(CriticalValues, { list: 'open', found: [row] }))
  expect(list({ ...one, found: [value], contact })).toContain('Haemoglobin 61 g/L (120–150)')
  expect(list({ ...one, found: [value], contact })).toContain('for the home visit')
  // As from a main API of the previous release.
  expect(list(one)).toContain('Blood count')
})

test('while no one has been told, recording a call comes before the release', () => {
  const release = (more: object) => {
    const html = htmlOf(HeldResult, {
      mayRelease: true,
      found: { ...found, hasCritical: true, isCalled: false, release: null, ...more },
    })
    const button = /<button[^>]*class="([^"]*)"[^>]*>[^<]*Release the result/.exec(html)!
    return { isPrimary: /primary/.test(button[1]!), isCallFirst: wordsOf(html).includes('Record a call') }
  }
  expect(release({})).toEqual({ isPrimary: false, isCallFirst: true })
  expect(release({ isCalled: true })).toEqual({ isPrimary: true, isCallFirst: false })
  expect(release({ hasCritical: false })).toEqual({ isPrimary: true, isCallFirst: false })
})

test('the laboratory’s screens are one entry of the navigation, which leads to the critical values', () => {
  const laboratory = SCREENS.find(({ key }) => key === 'desk:nav.laboratory')!
  expect(laboratory.to).toBe('/laboratory/critical-values')
  const current = (path: string) => SCREENS.filter((screen) => isBelow(screen, path)).map(({ key }) => key)
  expect(current('/laboratory')).toEqual(['desk:nav.laboratory'])
  expect(current('/laboratory/held/1')).toEqual(['desk:nav.laboratory'])
  expect(current('/')).toEqual(['desk:nav.today'])
  expect(current('/orders/1')).toEqual(['desk:nav.orders'])
  expect(current('/laboratory-else')).toEqual([])
})
