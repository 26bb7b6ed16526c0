import type { ProblemCode } from '@shop/contract/problem'
import { redirect, redirectDocument } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { createOrder } from './create-order.server.ts'

const SEE_OTHER = 303

/** Refusals after which another step has to be done first. */
const STEPS: Readonly<Partial<Record<ProblemCode, string>>> = {
  cart_empty: pathOf('cart'),
  cart_not_orderable: pathOf('cart'),
  visit_not_chosen: pathOf('dateOrCall'),
  unknown_laboratory: pathOf('dateOrCall'),
  email_not_confirmed: pathOf('confirmEmailInOrder'),
  documents_not_accepted: `${pathOf('acceptDocuments')}?pathnameToReturn=${pathOf('dataConfirmed')}`,
}

/** Makes the order and sends the patient to the payment page; a refusal says what to do next. */
export async function submitOrder(shop: Shop, { texts, form }: Pick<SentForm, 'texts' | 'form'>) {
  return attempt({ shop, intent: 'order', texts }, async () => {
    if (form.has('hasPriceChanges') && !form.has('acceptPrices')) {
      throw new FieldFaults({ acceptPrices: { key: 'order.confirm.acceptPricesFirst' } })
    }
    try {
      const { redirectUrl } = await createOrder({
        shop,
        laboratoryId: Number(texts.laboratoryId),
        seenTotal: Number(texts.seenTotal),
      })
      // A document of its own even where the sandbox's page has this host: it is no route of the shop.
      return redirectDocument(redirectUrl, SEE_OTHER)
    } catch (error) {
      const problem = readProblem(error)
      const step = problem && STEPS[problem.code]
      if (!step) throw error
      return redirect(step)
    }
  })
}
