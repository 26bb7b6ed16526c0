import type { Currency } from '@shop/domain/money'
import type { ClosingWay } from '@shop/domain/refunds'
import { doIntent, textsOf, typedPrice } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/**
 * Handles a form about a refund; the result has its state. What the form names in a word, such as a currency, goes to
 * the main API as typed, which refuses a word that it does not know.
 * `id`: of the transaction or the refund that it is about.
 */
export async function changePayment(desk: Desk, form: FormData) {
  const { api } = desk
  const text = textsOf(form)
  const id = text('id')
  const version = Number(text('version'))
  const done = await doIntent(desk, form, {
    ask: () =>
      api.requestRefund(id, {
        amount: {
          price: typedPrice(form.get('amount')),
          currency: text('currency') as Currency,
        },
        reason: text('reason'),
        endsOrder: form.has('endsOrder'),
        version,
      }),
    agree: () => api.decideRefund(id, { agrees: true, version }),
    decline: () => api.decideRefund(id, { agrees: false, version }),
    send: () => api.sendRefund(id),
    outside: () =>
      api.closeOutside(id, {
        way: text('way') as ClosingWay,
        reference: text('reference'),
        version,
      }),
    agreeOutside: () => api.decideOutside(id, { agrees: true, version }),
    declineOutside: () => api.decideOutside(id, { agrees: false, version }),
  })
  return { ...done, id }
}
