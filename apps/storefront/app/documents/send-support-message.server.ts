import { parseOrProblem } from '@shop/contract/problem'
import { supportMessageSchema } from '@shop/contract/support'
import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

const title = { key: 'documents.support.notSent' } as const

interface SendSupportMessage {
  shop: Shop
  texts: Record<string, string>
}

/** Mails a message to the support, from guests too; the page then shows its reference. */
export async function sendSupportMessage({ shop, texts }: SendSupportMessage) {
  return attempt({ shop, intent: 'support', texts, title }, async () => {
    const { name, email, message, orderNumber } = texts
    const { orderNumber: number, ...rest } = parseOrProblem(supportMessageSchema, {
      name,
      email,
      message,
      ...(orderNumber ? { orderNumber } : {}),
    })
    const { reference } = await shop.api.sendSupportMessage({
      ...rest,
      ...(number ? { orderNumber: number } : {}),
    })
    return redirect(`${pathOf('support')}?${new URLSearchParams({ reference })}`)
  })
}
