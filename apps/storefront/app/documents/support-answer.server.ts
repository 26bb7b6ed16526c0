import { parseOrProblem } from '@shop/contract/problem'
import { type GuestThread, guestReplySchema, supportLinkSchema } from '@shop/contract/support'
import { formatMoment } from '@shop/texts/formats.server'
import { data, redirect } from 'react-router'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { readLinkToken } from '../platform/pages/link-token.tsx'
import type { Shop } from '../platform/session/shop-context.server.ts'

interface GuestForm {
  shop: Shop
  texts: Record<string, string>
}

/** What the page shows of an answer, with the link's secret for the form below it. */
const shown = (shop: Shop, token: string, { reference, answer }: GuestThread) => ({
  opened: {
    token,
    reference,
    answer: answer && { text: answer.text, at: formatMoment(answer.at, shop) },
  },
})

/** Opens the support's answer to a guest; the link's secret is sent in the form's body. */
async function openSupportAnswer({ shop, texts }: GuestForm) {
  const token = readLinkToken(texts.token)
  const title = { key: 'documents.support.guest.notOpened' } as const
  return runForm({ shop, intent: 'open', texts, title }, async () =>
    shown(shop, token, await shop.api.openSupportLink(parseOrProblem(supportLinkSchema, { token }))),
  )
}

/**
 * Sends a guest's reply; the page then says that it is on its way. If it is not sent, the form gets the link's secret
 * back.
 */
async function replyToAnswer({ shop, texts }: GuestForm) {
  const token = readLinkToken(texts.token)
  const title = { key: 'documents.support.notSent' } as const
  const answer = await runForm({ shop, intent: 'reply', texts, title }, async () => {
    await shop.api.replyAsGuest(parseOrProblem(guestReplySchema, { token, text: texts.text }))
    return redirect(`${pathOf('supportAnswer')}?sent=1`)
  })
  return answer instanceof Response ? answer : data({ unsent: answer.data, token }, answer.init ?? {})
}

/** Runs what the form asks for. */
export function changeSupportAnswer(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf({ open: openSupportAnswer, reply: replyToAnswer }, intent)({ shop, texts })
}
