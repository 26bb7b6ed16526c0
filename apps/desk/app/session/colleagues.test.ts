import { expect, test } from 'vitest'
import { findColleagues } from './colleagues.ts'

const OLGA = { name: 'Olga Wójcik', email: 'wojcik@desk.example' }
const PAVEL = { name: 'Павел Сёмин', email: 'pavel@desk.example' }

test('a colleague is found by parts of the name or the address, without accents', () => {
  const found = (wanted: string) => findColleagues([OLGA, PAVEL], wanted).members
  expect(found('')).toEqual([OLGA, PAVEL])
  expect(found(' wojcik  OLGA ')).toEqual([OLGA])
  expect(found('семин')).toEqual([PAVEL])
  expect(found('desk.example')).toEqual([OLGA, PAVEL])
  expect(found('olga pavel')).toEqual([])
})

test('a short list is not worth a search, unless one was made', () => {
  expect(findColleagues([OLGA, PAVEL], '').isLong).toBe(false)
  expect(findColleagues([OLGA, PAVEL], 'olga').isLong).toBe(true)
  expect(findColleagues(new Array(21).fill(OLGA), '').isLong).toBe(true)
})
