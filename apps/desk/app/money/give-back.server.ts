import { CURRENCIES } from '@shop/domain/money'
import { OUTSIDE_WAYS } from '@shop/domain/refunds'
import { callNamed, type FormProblem, problemOf, typedPrice } from '../session/answered.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

/** What became of a form about a refund: how it stands, or what was wrong. */
export async function giveBack(
  desk: Desk,
  form: FormData,
): Promise<{ state: string | null; problem: FormProblem | null }> {
  const id = String(form.get('id') ?? '')
  const version = Number(form.get('version'))
  const calls: Record<string, () => Promise<{ state: string }>> = {
    ask: () =>
      desk.api.requestRefund(id, {
        amount: {
          price: typedPrice(form.get('amount')),
          currency: CURRENCIES.find((code) => code === form.get('currency')) ?? CURRENCIES[0],
        },
        reason: String(form.get('reason') ?? ''),
        endsOrder: form.has('endsOrder'),
        version,
      }),
    agree: () => desk.api.decideRefund(id, { agrees: true, version }),
    decline: () => desk.api.decideRefund(id, { agrees: false, version }),
    send: () => desk.api.sendRefund(id),
    outside: () =>
      desk.api.closeOutside(id, {
        way: OUTSIDE_WAYS.find((known) => known === form.get('way')) ?? OUTSIDE_WAYS[0],
        reference: String(form.get('reference') ?? ''),
        version,
      }),
    agreeOutside: () => desk.api.decideOutside(id, { agrees: true, version }),
    declineOutside: () => desk.api.decideOutside(id, { agrees: false, version }),
  }
  const call = callNamed(calls, form.get('intent'))
  try {
    const { state } = await call()
    return { state, problem: null }
  } catch (error) {
    return { state: null, problem: problemOf(desk, error) }
  }
}
