import { laboratoryFromWire, type WireLaboratory } from '@shop/contract/laboratories'
import { expect, test } from 'vitest'
import { laboratoryLabel } from './laboratory-label.ts'

function laboratory(overrides: Partial<WireLaboratory> = {}): WireLaboratory {
  return {
    id: 1,
    address: { city: 'Минск', address: 'улица Белорусская, 17А', latitude: 53.9, longitude: 27.5 },
    aboutLink: null,
    email: null,
    type: 'PHYSICAL',
    assortmentId: 1,
    openingHours: {
      monday: null,
      tuesday: null,
      wednesday: null,
      thursday: null,
      friday: null,
      saturday: null,
      sunday: null,
    },
    closures: [],
    ...overrides,
  }
}

test('a laboratory that comes home is labelled “Вызов” and its city', {
  tags: ['SPEC-2-LAB-CALLABLE-LABEL'],
}, () => {
  expect(laboratoryLabel(laboratoryFromWire(laboratory({ type: 'HOME_SERVICE' })))).toBe('Вызов, Минск')
})

test('a branch is labelled with its city and address', { tags: ['SPEC-2-LAB-BRANCH-LABEL'] }, () => {
  expect(laboratoryLabel(laboratoryFromWire(laboratory()))).toBe('Минск, улица Белорусская, 17А')
})

test('missing parts are named in the words of the specification', {
  tags: ['SPEC-3-LABORATORY-NO-CITY', 'SPEC-3-LABORATORY-NO-ADDRESS'],
}, () => {
  const bare = laboratory({ address: { city: null, address: null, latitude: null, longitude: null } })
  expect(laboratoryLabel(laboratoryFromWire(bare))).toBe('No city, No address')
})
