import { closeOutsideSchema, requestRefundSchema } from '@shop/contract/money'
import { parseOrProblem } from '@shop/contract/problem'
import { answerRightSchema } from '@shop/contract/rights'
import { addSynonymSchema } from '@shop/contract/search-words'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { type Desk, deskContext } from '../session/desk-context.server.ts'
import { action as changePayment } from './payment.tsx'
import { action as answerRight } from './rights-request.tsx'
import { action as addWords } from './search-words.tsx'

// What is not offered is not replaced by the first thing that is: it comes from a page of another release.

/** A call of the main API that checks what it is sent. */
const refusing =
  (schema: z.ZodType) =>
  async (...sent: unknown[]) =>
    parseOrProblem(schema, sent.at(-1))
const api = {
  requestRefund: refusing(requestRefundSchema),
  closeOutside: refusing(closeOutsideSchema),
  answerRight: refusing(answerRightSchema),
  addSynonym: refusing(addSynonymSchema),
}

async function fieldsRefused(act: (parts: never) => Promise<unknown>, form: Record<string, string>) {
  const context = new RouterContextProvider()
  context.set(deskContext, { api } as unknown as Desk)
  const request = new Request('http://desk.example/', { method: 'POST', body: new URLSearchParams(form) })
  const answer = await act({ context, request, params: { requestId: 'one' } } as never)
  const { data, init } = answer as { data: { problem: { fields: string[] } | null }; init: ResponseInit }
  return [init.status, data.problem?.fields]
}

const refund = { intent: 'ask', id: 'one', version: '0', amount: '5', reason: 'Charged too much.' }
const outside = { intent: 'outside', id: 'one', version: '0', reference: 'PP 1042' }
const answer = { intent: 'answer', version: '0', text: 'We have corrected the name.' }
const words = { intent: 'add', words: 'sugar', locale: 'en' }

test.each([
  ['a currency', changePayment, refund, 'currency', { ok: 'EUR', field: 'amount.currency' }],
  ['a way of paying back', changePayment, outside, 'way', { ok: 'cash', field: 'way' }],
  ['an outcome', answerRight, answer, 'outcome', { ok: 'refused', field: 'outcome' }],
  ['a kind of target', addWords, words, 'target', { ok: 'profile 5', field: 'kind' }],
] as const)(
  '%s that the main API does not know is refused by its field',
  async (_, act, form, name, { ok, field }) => {
    expect(await fieldsRefused(act, { ...form, [name]: ok })).toEqual([200, undefined])
    expect(await fieldsRefused(act, { ...form, [name]: 'unheard 5' })).toEqual([422, [field]])
    expect((await fieldsRefused(act, form))[1]).toContain(field)
  },
)
