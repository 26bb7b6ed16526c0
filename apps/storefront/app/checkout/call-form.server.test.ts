import { expect, test } from 'vitest'
import { readCallForm, typedCallFields } from './call-form.server.ts'

const filled = {
  regionName: 'minsk',
  street: 'улица Сурганова',
  houseNumber: '42',
  entranceNumber: '2',
  floorNumber: '4',
  apartmentNumber: '57',
  addressNotes: '',
  phone: '+375 29 000 12 34',
  visitDate: '2026-11-23T08:30:00+03:00',
}

test('a filled form becomes the call of the contract', () => {
  expect(readCallForm(filled)).toEqual({
    status: 'read',
    callStructureParams: {
      callableRegionId: 1,
      address: {
        locality: 'Минск',
        street: 'улица Сурганова',
        houseNumber: '42',
        entranceNumber: '2',
        floorNumber: '4',
        apartmentNumber: '57',
        addressNotes: '',
      },
      phone: '+375 29 000 12 34',
      visitDate: '2026-11-23T08:30:00+03:00',
    },
  })
})

test('an empty form names every field that is missing, none that may be', () => {
  expect(readCallForm({})).toEqual({
    status: 'faulty',
    fields: {
      regionName: { key: 'order.call.missing.regionName' },
      street: { key: 'order.call.missing.street' },
      houseNumber: { key: 'order.call.missing.houseNumber' },
      phone: { key: 'order.call.missing.phone' },
      visitDate: { key: 'order.call.missing.visitDate' },
    },
  })
})

test.each([
  ['regionName', 'Paris', 'order.call.wrong.regionName'],
  ['phone', 'call me', 'order.call.wrong.phone'],
  ['street', 'x'.repeat(201), 'order.call.wrong.street'],
  ['visitDate', 'tomorrow', 'order.call.wrong.visitDate'],
  ['floorNumber', 'x'.repeat(201), 'order.call.wrong.any'],
])('a wrong %s is named alone', (name, text, key) => {
  expect(readCallForm({ ...filled, [name]: text })).toEqual({ status: 'faulty', fields: { [name]: { key } } })
})

test('of a half-filled form only the address and the phone are kept', () => {
  expect(typedCallFields({ street: 'улица Сурганова', intent: 'save', formOwner: 'x' })).toEqual({
    regionName: '',
    street: 'улица Сурганова',
    houseNumber: '',
    entranceNumber: '',
    floorNumber: '',
    apartmentNumber: '',
    addressNotes: '',
    phone: '',
  })
})
