import { setFeedbackSchema } from '@shop/contract/cart'
import { CONTACT_PHONE_FIELD, feedbackToWire } from '@shop/contract/order-codec'
import type { FeedbackDetails } from '@shop/contract/orders'
import { redirect } from 'react-router'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { setFeedback } from './order-details.server.ts'
import { visitOfCart } from './visit-view.server.ts'

export interface FeedbackView {
  summary: CartSummary
  /** By the names of the form's fields, which a page of the release before reads too. */
  feedbackDetails: FeedbackDetails
  email: string
  /** The visit's, or else the account's. */
  phone: string | null
  formOwner: string
  /** What had been typed when the session ended. */
  kept: Record<string, string> | undefined
}

export async function loadOrderFeedback(shop: Shop, url: URL): Promise<FeedbackView> {
  const [open, user, kept] = await Promise.all([openCheckout(shop), currentUser(shop), keptForm(shop, url)])
  return {
    summary: summarizeCart(open),
    feedbackDetails: feedbackToWire(open.records.draft.body.feedback),
    email: user.email,
    phone: visitOfCart(open)?.phone || user.phone,
    formOwner: formOwnerOf(user.id),
    kept,
  }
}

/** Stores how the patient can be reached and returns to the Confirm step. */
export async function changeOrderFeedback(shop: Shop, { texts, form }: Pick<SentForm, 'texts' | 'form'>) {
  return runForm({ shop, intent: 'save', texts }, async () => {
    const parsed = setFeedbackSchema.safeParse({
      useEmail: form.has('useEmail'),
      usePhone: form.has('usePhone'),
      [CONTACT_PHONE_FIELD]: texts[CONTACT_PHONE_FIELD] ?? '',
    })
    if (!parsed.success) throw new FieldFaults({ [CONTACT_PHONE_FIELD]: { key: 'forms.wrong.phone' } })
    await setFeedback({ shop, feedback: parsed.data })
    return redirect(pathOf('dataConfirmed'))
  })
}
