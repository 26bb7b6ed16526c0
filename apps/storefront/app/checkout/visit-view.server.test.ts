import { expect, test } from 'vitest'
import { addressLine } from './visit-view.server.ts'

const address = {
  locality: 'Минск',
  street: 'улица Сурганова',
  houseNumber: '42',
  entranceNumber: '',
  floorNumber: '',
  apartmentNumber: '',
  addressNotes: '',
}

const MINSK = { regionName: 'Minsk', regionNames: ['Minsk', 'Минск'] }

test('a town that is not the region’s own stands in the address of the page, as it does in the mail', () => {
  expect(addressLine(MINSK, address)).toBe('Minsk, улица Сурганова, 42')
  expect(addressLine(MINSK, { ...address, locality: 'Боровая' })).toBe('Minsk, Боровая, улица Сурганова, 42')
  const unnamed = { regionName: 'Grodno' }
  expect(addressLine(unnamed, { ...address, locality: 'Grodno' })).toBe('Grodno, улица Сурганова, 42')
  expect(addressLine({ regionName: null }, address)).toBe('Минск, улица Сурганова, 42')
})
