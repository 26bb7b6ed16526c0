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

test('a town that is not the region’s own stands in the address of the page, as it does in the mail', () => {
  expect(addressLine('Minsk', address)).toBe('Minsk, улица Сурганова, 42')
  expect(addressLine('Minsk', { ...address, locality: 'Боровая' })).toBe(
    'Minsk, Боровая, улица Сурганова, 42',
  )
  expect(addressLine('Grodno', { ...address, locality: 'Grodno' })).toBe('Grodno, улица Сурганова, 42')
  expect(addressLine(null, address)).toBe('Минск, улица Сурганова, 42')
})
