import { expect, test } from 'vitest'
import { isMeant } from './is-meant.ts'

const visit = {
  number: '1000362',
  patientNames: ['Łukaszewicz-Nowak Zofia', 'Соловьёв Андрей'],
  phone: '+375 29 123-45-67',
}

test('a patient is found by names in any order, with or without marks and punctuation', () => {
  for (const said of [
    'zofia łukaszewicz',
    'Lukaszewicz, Zofia',
    'nowak',
    '  ZOF ',
    'соловьев андреи',
    'Андрей С',
  ])
    expect(isMeant(visit, said), said).toBe(true)
  // These are two people.
  for (const other of ['Zofia Соловьёв', 'Anna']) expect(isMeant(visit, other), other).toBe(false)
})

test('a visit is found by its number or a telephone in any notation', () => {
  for (const said of [
    '1000362',
    '№ 1000362',
    '1000 362',
    '+375291234567',
    '80 29 123 45 67',
    '029 123',
    '1234567',
  ])
    expect(isMeant(visit, said), said).toBe(true)
  for (const other of ['1000363', '80 33 123 45 67']) expect(isMeant(visit, other), other).toBe(false)
  expect(isMeant({ ...visit, phone: null }, '1234567')).toBe(false)
})

test('nothing that could be searched for leaves the whole day', () => {
  for (const nothing of ['', '  ', '#', '—']) expect(isMeant(visit, nothing), nothing).toBe(true)
})
