import { expect, test } from 'vitest'
import { withoutCardHolder } from './without-card-holder.ts'

test('members that name the payer or the card are dropped at any depth, the rest is kept', () => {
  const body = JSON.stringify({
    transaction: {
      uid: 'u',
      amount: 100,
      customer: { email: 'anna@example.com', ip: '192.0.2.1' },
      billing_address: { first_name: 'Anna' },
      credit_card: {
        holder: 'ANNA',
        brand: 'visa',
        last_4: '0000',
        token: 'x',
        bin: '411111',
        exp_year: 2030,
      },
    },
  })
  expect(JSON.parse(withoutCardHolder(body))).toEqual({
    transaction: { uid: 'u', amount: 100, credit_card: { brand: 'visa', last_4: '0000' } },
  })
})

test('a body that is not JSON is not kept', () => {
  expect(withoutCardHolder('card 4111 1111 1111 1111')).toBe('(24 characters that are not JSON)')
  expect(withoutCardHolder('')).toBe('')
})
