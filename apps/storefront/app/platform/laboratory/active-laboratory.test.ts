import { expect, test } from 'vitest'
import { createTestShop } from '../../testing/test-shop.ts'
import { activeLaboratory } from './active-laboratory.server.ts'

const laboratory = (id: number, city: string) => ({
  id,
  address: { city, address: 'улица Ленина, 1', latitude: 53.9, longitude: 27.6 },
  aboutLink: null,
  email: null,
  type: 'PHYSICAL',
})

test('details come from the laboratory’s own call, and from another call as soon as another id is stored', {
  tags: ['SPEC-4-LAB-DETAILS', 'SPEC-4-LAB-REFETCHED', 'SPEC-7-LABORATORY'],
}, async () => {
  const { shop, calls } = createTestShop({
    'GET laboratories/3': laboratory(3, 'Брест'),
    'GET laboratories/4': laboratory(4, 'Гродно'),
  })
  const stored = async (activeLaboratoryId: string) => activeLaboratory({ ...shop, activeLaboratoryId })
  expect((await stored('3'))?.cityName).toBe('Брест')
  expect((await stored('3'))?.cityName).toBe('Брест')
  expect((await stored('4'))?.cityName).toBe('Гродно')
  expect(calls.map(({ call }) => call)).toEqual(['GET laboratories/3', 'GET laboratories/4'])
})

test('a stored laboratory that no longer exists, or never did, counts as no choice', async () => {
  const { shop, calls } = createTestShop({})
  for (const activeLaboratoryId of ['5', '../users/current']) {
    expect(await activeLaboratory({ ...shop, activeLaboratoryId })).toBeNull()
  }
  expect(calls.map(({ call }) => call)).toEqual(['GET laboratories/5'])
})
