import { CURRENCIES, fromWire, toWire } from '@shop/domain/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_CART, EMPTY_ORDER_DETAILS } from './cart.ts'
import { genderFromWire, genderToWire, wireMoneySchema } from './fields.ts'
import { laboratoryFromWire, type WireLaboratory } from './laboratories.ts'
import { DEFAULT_FEEDBACK } from './orders.ts'
import { personFromWire, personPath, personToWire } from './patient-codec.ts'
import { DEFAULT_DATE_OF_BIRTH, patientFromWire, patientToWire } from './patients.ts'

const closed = { monday: null, tuesday: null, wednesday: null, thursday: null, friday: null }
const wire: WireLaboratory = {
  id: 4,
  address: { city: 'Brest', address: 'Soviet Street 1', latitude: 52.1, longitude: 23.7 },
  aboutLink: 'https://example.com',
  email: 'brest@example.com',
  type: 'PHYSICAL',
  assortmentId: 2,
  openingHours: { ...closed, saturday: null, sunday: null },
  closures: [],
}

test.each([
  ['MALE', 'M'],
  ['FEMALE', 'F'],
] as const)('%s is %s on the wire, and back', { tags: ['SPEC-3-GENDER'] }, (gender, short) => {
  expect(genderToWire(gender)).toBe(short)
  expect(genderFromWire(short)).toBe(gender)
})

test('a patient of the wire becomes the flat patient of the client', {
  tags: ['SPEC-3-PATIENT-SERVER', 'SPEC-3-PATIENT-CLIENT'],
}, () => {
  const personalDetails = {
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'F' as const,
    dateOfBirth: '1990-04-12',
  }
  expect(patientFromWire({ id: 'p1', personalDetails })).toEqual({
    id: 'p1',
    firstName: 'Anna',
    lastName: 'Kowalska',
    gender: 'FEMALE',
    dateOfBirth: '1990-04-12',
  })
})

test('the main API keeps of a patient’s payload only the person, and answers with it', () => {
  const person = { firstName: 'Anna', lastName: 'Kowalska', gender: 'F' as const, dateOfBirth: '1990-04-12' }
  expect(personFromWire(patientToWire({ ...person, gender: 'FEMALE' }))).toEqual(person)
  const stored = { id: 'p1', userId: 'u1', ...person }
  expect(personToWire(stored)).toEqual({ id: 'p1', personalDetails: person })
  expect(personPath('dateOfBirth')).toBe('personalDetails.dateOfBirth')
})

test('a patient is sent with an empty address and without e-mail and phone', {
  tags: ['SPEC-3-PATIENT-PAYLOAD-ADDRESS', 'SPEC-3-PATIENT-PAYLOAD-DETAILS'],
}, () => {
  const details = { firstName: 'Anna', lastName: 'Kowalska', gender: 'FEMALE', dateOfBirth: '1990-04-12' }
  const { address, personalDetails } = patientToWire({ ...details, gender: 'FEMALE' })
  expect(Object.keys(address ?? {})).toEqual([
    'country',
    'region',
    'locality',
    'district',
    'street',
    'houseNumber',
    'entranceNumber',
    'floorNumber',
    'apartmentNumber',
    'addressNotes',
  ])
  expect(new Set(Object.values(address ?? {}))).toEqual(new Set(['']))
  expect(personalDetails).toEqual({ ...details, gender: 'F', email: null, phone: null })
})

test('the day of birth that a form begins with', { tags: ['SPEC-3-PATIENT-DEFAULT-BIRTH'] }, () => {
  expect(DEFAULT_DATE_OF_BIRTH).toBe('2000-01-01')
})

test('a laboratory that people go to has no callable, and its id is text', {
  tags: ['SPEC-3-LABORATORY-SERVER', 'SPEC-3-LABORATORY-CLIENT', 'SPEC-3-LABORATORY-TYPE'],
}, () => {
  expect(laboratoryFromWire(wire)).toEqual({
    id: '4',
    cityName: 'Brest',
    address: 'Soviet Street 1',
    email: 'brest@example.com',
    aboutLink: 'https://example.com',
    latitude: 52.1,
    longitude: 23.7,
    assortmentId: 2,
    type: 'PHYSICAL',
    openingHours: wire.openingHours,
  })
})

test('fallbacks stand in for what a laboratory lacks', {
  tags: ['SPEC-3-LABORATORY-NO-CITY', 'SPEC-3-LABORATORY-NO-ADDRESS', 'SPEC-3-LABORATORY-NO-PLACE'],
}, () => {
  const address = { city: null, address: null, latitude: null, longitude: null }
  expect(laboratoryFromWire({ ...wire, address })).toMatchObject({
    cityName: 'No city',
    address: 'No address',
    latitude: 0,
    longitude: 0,
  })
})

test('any type but PHYSICAL comes home, with its strategy', {
  tags: ['SPEC-3-LABORATORY-TYPE', 'SPEC-3-LABORATORY-STRATEGY'],
}, () => {
  const other = { ...wire, type: 'MOBILE' } as unknown as WireLaboratory
  expect(laboratoryFromWire(other)).toMatchObject({ type: 'HOME_SERVICE', callable: { strategy: 'REGION' } })
})

test('money is in euros, złoty or Belarusian roubles', {
  tags: ['SPEC-3-CURRENCIES', 'SPEC-9-CURRENCIES'],
}, () => {
  expect(CURRENCIES).toEqual(['EUR', 'PLN', 'BYN'])
  expect(wireMoneySchema.safeParse({ price: 1, currency: 'USD' }).success).toBe(false)
})

test('money has at most two decimals, exactly: every price that is accepted can be read, and no other one', () => {
  const isAccepted = (price: number) => wireMoneySchema.safeParse({ price, currency: 'BYN' }).success
  for (const price of [18.555, 18.5500000001, 0.1 + 0.2, 1e-9]) expect(isAccepted(price)).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_900 }), (amount) => {
      const { price } = toWire({ amount, currency: 'BYN' })
      expect(isAccepted(price)).toBe(true)
      expect(fromWire({ price, currency: 'BYN' }).amount).toBe(amount)
    }),
  )
})

test('an empty cart is in euros, an empty order in Belarusian roubles', {
  tags: ['SPEC-9-CART-CURRENCY', 'SPEC-9-ORDER-CURRENCY'],
}, () => {
  expect(EMPTY_CART.cartTotal).toEqual({ price: 0, currency: 'EUR' })
  expect(EMPTY_ORDER_DETAILS.orderTotal).toEqual({ price: 0, currency: 'BYN' })
})

test('people are reached by e-mail and phone unless they choose otherwise', {
  tags: ['SPEC-3-FEEDBACK-EMAIL', 'SPEC-3-FEEDBACK-PHONE', 'SPEC-3-FEEDBACK-QUICK-PHONE'],
}, () => {
  expect(DEFAULT_FEEDBACK).toEqual({ useEmail: true, usePhone: true, quickPhone: '' })
})
