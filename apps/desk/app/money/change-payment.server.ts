import { CURRENCIES } from '@shop/domain/money'
import { OUTSIDE_WAYS } from '@shop/domain/refunds'
import { doIntent, textsOf, typedPrice } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** Handles a form about a refund; the result has its state. `id`: of the transaction or the refund that it is about. */
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
          currency: CURRENCIES.find((code) => code === text('currency')) ?? CURRENCIES[0],
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
        way: OUTSIDE_WAYS.find((known) => known === text('way')) ?? OUTSIDE_WAYS[0],
        reference: text('reference'),
        version,
      }),
    agreeOutside: () => api.decideOutside(id, { agrees: true, version }),
    declineOutside: () => api.decideOutside(id, { agrees: false, version }),
  })
  return { ...done, id }
}
