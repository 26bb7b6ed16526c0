import { expect, test } from 'vitest'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { callableRegions } from '../platform/laboratory/callable-regions.ts'
import { fieldsOfCall, readCallForm, splitStreetLine, typedCallFields } from './call-details.server.ts'

const MINSK = {
  id: 1,
  name: 'Минск',
  names: { en: 'Minsk', ru: 'Минск', pl: 'Mińsk', be: 'Мінск' },
  price: { price: 33, currency: 'BYN' as const },
  isActive: true,
}
const REGIONS = callableRegions([MINSK], null)

const filled = {
  regionName: 'minsk',
  street: 'улица Сурганова, 42, 57',
  entranceNumber: '2',
  floorNumber: '4',
  addressNotes: '',
  phone: '+375 29 000 12 34',
  visitDate: '2026-11-23T08:30:00+03:00',
}

function faultsOf(texts: Record<string, string>) {
  try {
    readCallForm(texts, REGIONS)
  } catch (error) {
    if (error instanceof FieldFaults) return error.fields
  }
  return undefined
}

test('a complete form becomes the call details of the contract', () => {
  expect(readCallForm(filled, REGIONS)).toEqual({
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
  })
})

test('an empty form reports every missing required field and no optional one', () => {
  expect(faultsOf({})).toEqual({
    regionName: { key: 'order.call.missing.regionName' },
    street: { key: 'order.call.missing.street' },
    phone: { key: 'forms.required.phone' },
    visitDate: { key: 'order.visit.chooseTime' },
  })
})

test.each([
  ['regionName', 'Paris', 'order.call.wrong.regionName'],
  ['phone', 'call me', 'forms.wrong.phone'],
  ['street', 'x'.repeat(201), 'order.call.wrong.street'],
  ['street', 'улица Сурганова', 'order.call.missing.house'],
  ['visitDate', 'tomorrow', 'order.call.wrong.visitDate'],
  ['floorNumber', 'x'.repeat(201), 'order.call.wrong.any'],
])('a wrong %s is the only field reported', (name, text, key) => {
  expect(faultsOf({ ...filled, [name]: text })).toEqual({ [name]: { key } })
})

test('of a half-filled form only the address and the phone are stored', () => {
  expect(typedCallFields({ street: 'улица Сурганова', intent: 'save', formOwner: 'x' })).toEqual({
    regionName: '',
    street: 'улица Сурганова',
    entranceNumber: '',
    floorNumber: '',
    addressNotes: '',
    phone: '',
  })
})

test.each([
  ['улица Немига, 12, 48', 'улица Немига', '12', '48'],
  ['улица Немига 12', 'улица Немига', '12', ''],
  ['ул. Немига, д. 12, кв. 48', 'ул. Немига', '12', '48'],
  ['Немига 12-48', 'Немига', '12', '48'],
  ['улица 50 лет Победы 3', 'улица 50 лет Победы', '3', ''],
  ['проспект Победителей, 7А', 'проспект Победителей', '7А', ''],
  ['улица Притыцкого 29 корп. 2, кв. 5', 'улица Притыцкого', '29 корп. 2', '5'],
  ['улица Притыцкого, 62/2, 15', 'улица Притыцкого', '62/2', '15'],
  ['ulica Długa 5 m. 7', 'ulica Długa', '5', '7'],
  ['Nemiga Street, 12, 3rd floor', 'Nemiga Street', '12', '3rd floor'],
  ['улица Немига', 'улица Немига', '', ''],
  ['', '', '', ''],
])('“%s” is the street “%s”, house “%s”, flat “%s”', (line, street, houseNumber, apartmentNumber) => {
  expect(splitStreetLine(line)).toEqual({ street, houseNumber, apartmentNumber })
})

test('an address shown again in the form is read back unchanged', () => {
  const address = {
    locality: 'Минск',
    street: 'улица Сурганова',
    houseNumber: '42/1',
    entranceNumber: '2',
    floorNumber: '4',
    apartmentNumber: '57а',
    addressNotes: '',
  }
  const shown = fieldsOfCall({ address, phone: filled.phone }, 'Minsk')
  expect(readCallForm({ ...shown, visitDate: filled.visitDate }, REGIONS)).toMatchObject({ address })
})

test('the longest possible line is answered quickly', () => {
  expect(splitStreetLine(`${'1 '.repeat(50_000)}x`).houseNumber).toBe('')
})
