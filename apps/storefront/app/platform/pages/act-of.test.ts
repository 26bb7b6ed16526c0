import { expect, test } from 'vitest'
import { actOf } from './act-of.ts'

const FORMS = { '': () => 'asked', reply: () => 'replied' }

test('a button’s act is done, and that of the form that says none', () => {
  expect([actOf(FORMS, 'reply')(), actOf(FORMS, '')()]).toEqual(['replied', 'asked'])
})

test.each(['steal', 'constructor', '__proto__'])(
  '%s, which no form of the page says, is a bad request',
  (intent) => {
    expect(() => actOf(FORMS, intent)).toThrow(expect.objectContaining({ init: { status: 400 } }))
  },
)
