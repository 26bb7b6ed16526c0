import { expect, test } from 'vitest'
import { packed, unpacked } from './packed.ts'

const list = () => ({ rows: [{ id: 1, name: 'Ferritin', also: undefined }] })

test('the JSON of the same object is made once', () => {
  const value = list()
  expect(packed(value)).toBe(packed(value))
  expect(packed(value)).not.toBe(packed(list()))
})

test('the server gets back what it packed, the browser an equal value, the same each time', () => {
  const value = list()
  const pack = packed(value)
  expect(unpacked(pack)).toBe(value)
  const sent = { json: pack.json }
  expect(unpacked(sent)).toEqual(value)
  expect(unpacked(sent)).toBe(unpacked(sent))
})
