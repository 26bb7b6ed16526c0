import { expect, test } from 'vitest'
import { createTestShop } from '../testing/test-shop.ts'
import { loadPatients } from './load-patients.server.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
const anna = {
  id: 'anna',
  personalDetails: { firstName: 'Anna', lastName: 'Kovaleva', gender: 'F', dateOfBirth: '1992-03-14' },
}
const order = (id: string, state: string, createdAt: string) => ({
  id,
  state,
  createdAt,
  patientIds: ['anna'],
})

test('a patient is shown with age, date of birth and the newest order that was not abandoned', async () => {
  const orders = [
    order('third', 'expired', '2026-11-19T09:00:00Z'),
    order('second', 'paid', '2026-11-17T22:30:00Z'),
    order('first', 'completed', '2026-10-01T09:00:00Z'),
  ]
  const { shop } = createTestShop({ 'GET patient': [anna], 'GET orders': orders }, { token: 'token', now })
  expect(await loadPatients(shop)).toEqual([
    {
      id: 'anna',
      firstName: 'Anna',
      lastName: 'Kovaleva',
      gender: 'FEMALE',
      dateOfBirth: '1992-03-14',
      age: { unit: 'years', count: 34 },
      born: '14\u00a0March\u00a01992',
      // half past ten in the evening in UTC is the next day in Minsk
      lastOrder: { id: 'second', date: '18\u00a0November\u00a02026' },
    },
  ])
})

test('a patient without orders has no last order', async () => {
  const { shop } = createTestShop({ 'GET patient': [anna], 'GET orders': [] }, { token: 'token', now })
  expect((await loadPatients(shop))[0]?.lastOrder).toBeNull()
})
