import { expect, test } from 'vitest'
import { actOf } from './form-texts.ts'

const FORMS = { '': () => 'asked', reply: () => 'replied' }

test('the act of the pressed button runs, and for a form without an intent the default act', () => {
  expect([actOf(FORMS, 'reply')(), actOf(FORMS, '')()]).toEqual(['replied', 'asked'])
})

test.each(['steal', 'constructor', '__proto__'])(
  '%s, which no form of the page sends, is a bad request',
  (intent) => {
    expect(() => actOf(FORMS, intent)).toThrow(expect.objectContaining({ init: { status: 400 } }))
  },
)
