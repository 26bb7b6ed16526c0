import { Problem } from '@shop/contract/problem'
import { expect, test } from 'vitest'
import type { Desk } from '../session/desk-context.server.ts'
import { changeOffer } from './change-offer.server.ts'

async function refused(fields: Record<string, string>, ...paths: string[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const errors = paths.map((path) => ({ path, message: 'wrong' }))
  const refuse = async () => {
    throw new Problem('invalid_fields', { errors })
  }
  const desk = { api: { planPrices: refuse, changeComingPrice: refuse } } as unknown as Desk
  return (await changeOffer(desk, form)).data
}

test('a wrong price of a profile is found at its own test: empty prices are not sent', async () => {
  const prices = { 'price-11': '', 'price-12': '5', 'price-13': ' ', 'price-14': 'much' }
  const done = await refused({ intent: 'plan', ...prices }, 'prices.1.price', 'fromDay')
  expect(done.wrong).toEqual(['price-14', 'fromDay'])
  expect(done.typed).toMatchObject({ 'price-14': 'much' })
  expect((await refused({ intent: 'plan' }, 'prices')).wrong).toEqual(['prices'])
})

test('a refused change of a coming price says which price it was about', async () => {
  const done = await refused({ intent: 'change', id: '7', fromDay: '2020-01-01', price: '5' }, 'fromDay')
  expect(done).toMatchObject({
    intent: 'change',
    id: 7,
    wrong: ['fromDay'],
    typed: { fromDay: '2020-01-01' },
  })
})
