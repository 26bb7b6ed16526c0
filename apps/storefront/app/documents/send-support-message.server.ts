import { supportMessageSchema } from '@shop/contract/support'
import { redirect } from 'react-router'
import {
  formProblem,
  formTexts,
  parseMessages,
  refuse,
  refuseProblem,
} from '../platform/forms/form-failure.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

const intent = 'support'

/** Mails a message to the support, from guests too; the page then shows its reference. */
export async function sendSupportMessage({ shop, form }: { shop: Shop; form: FormData }) {
  const texts = formTexts(form)
  const { name, email, message, orderNumber } = texts
  const parsed = supportMessageSchema.safeParse({
    name,
    email,
    message,
    ...(orderNumber ? { orderNumber } : {}),
  })
  if (!parsed.success) {
    const fields = parseMessages(parsed.error, texts)
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
  }
  try {
    const { orderNumber: number, ...message } = parsed.data
    const { reference } = await shop.api.sendSupportMessage({
      ...message,
      ...(number ? { orderNumber: number } : {}),
    })
    return redirect(`${pathOf('support')}?${new URLSearchParams({ reference })}`)
  } catch (error) {
    const title = { key: 'documents.support.notSent' } as const
    return refuseProblem({ intent, texts, title }, formProblem(shop, error, texts))
  }
}
