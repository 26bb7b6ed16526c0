import { ApiUnreachable } from '@shop/contract/main-api-client'
import { redirect, redirectDocument } from 'react-router'
import { formProblem, formTexts, refuse } from '../platform/forms/form-failure.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { createOrder } from './create-order.server.ts'
import { orderProblemMessage } from './order-problem.ts'
import { problemOf } from './problem-of.server.ts'

const SEE_OTHER = 303
const intent = 'order'

/** Refusals after which another step has to be done first. */
const STEPS: Readonly<Record<string, string>> = {
  cart_empty: pathOf('cart'),
  cart_not_orderable: pathOf('cart'),
  visit_not_chosen: pathOf('dateOrCall'),
  unknown_laboratory: pathOf('dateOrCall'),
  email_not_confirmed: pathOf('confirmEmailInOrder'),
  documents_not_accepted: `${pathOf('acceptDocuments')}?pathnameToReturn=${pathOf('dataConfirmed')}`,
}

/** Makes the order and sends the patient to the payment page; a refusal says what to do next. */
export async function submitOrder(shop: Shop, form: FormData) {
  const texts = formTexts(form)
  if (form.has('hasPriceChanges') && !form.has('acceptPrices')) {
    const fields = { acceptPrices: { key: 'order.confirm.acceptPricesFirst' } } as const
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
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
    if (error instanceof ApiUnreachable) {
      const { reasons, status } = formProblem(shop, error, texts)
      return refuse({ intent, texts, title: { key: 'messages:errorOccurred' }, reasons, status })
    }
    const problem = problemOf(error)
    const step = problem && STEPS[problem.code]
    if (step) return redirect(step)
    const title = problem && orderProblemMessage(problem.code)
    if (!problem || !title) throw error
    return refuse({ intent, texts, title, status: problem.status })
  }
}
