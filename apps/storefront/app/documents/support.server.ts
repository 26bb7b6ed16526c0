import type { CurrentUser } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { supportMessageSchema, supportReplySchema } from '@shop/contract/support'
import { consentWords } from '@shop/texts/consent-words.server'
import { formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import { replyIntent } from './reply-intent.ts'

const REFERENCE = /^S-[0-9A-Z]{4,16}$/
const ORDER_NUMBER = /^[\w-]{1,40}$/

/** What the support page shows: earlier messages, and the form with what is already known. */
export async function loadSupport({ shop, query }: { shop: Shop; query: URLSearchParams }) {
  const orderNumber = query.get('orderNumber') ?? ''
  const reference = query.get('reference') ?? ''
  const { user, kept } = await senderOf(shop, query)
  return {
    initial: {
      ...(user ? { name: `${user.firstName} ${user.lastName}`, email: user.email } : {}),
      ...(ORDER_NUMBER.test(orderNumber) ? { orderNumber } : {}),
    },
    /** Null for a guest. */
    formOwner: user ? formOwnerOf(user.id) : null,
    /** What had been typed into one of the forms before a session ended. */
    kept,
    /** The reference of the message just sent. */
    reference: REFERENCE.test(reference) ? reference : null,
    threads: await threadsOf(shop),
    testsConsent: shop.token === undefined ? null : consentWords(textsIn(shop.locale, shop.env.partner)),
    // Pages of the release before.
    hasAccount: shop.token !== undefined,
  }
}

interface Sender {
  user?: CurrentUser
  kept?: Record<string, string> | undefined
}

/**
 * The logged-in customer, and the form kept for them. If they cannot be read, the customer types everything: support
 * must be reachable when nothing else is.
 */
async function senderOf(shop: Shop, searchParams: URLSearchParams): Promise<Sender> {
  if (!shop.token) return {}
  try {
    const user = await currentUser(shop)
    return { user, kept: await keptForm(shop, { pathname: pathOf('support'), searchParams }) }
  } catch (error) {
    shop.logger.warn(
      { error: error instanceof Error ? error.name : 'unknown' },
      'account could not be read on the support page',
    )
    return {}
  }
}

/** The account's earlier questions with the answers. If they cannot be read, the form must still be there. */
async function threadsOf(shop: Shop) {
  const { api, token, logger } = shop
  if (!token) return []
  try {
    const threads = await api.supportThreads()
    return threads.map((thread) => ({
      ...thread,
      entries: thread.entries.map((entry) => ({ ...entry, at: formatMoment(entry.at, shop) })),
    }))
  } catch (error) {
    logger.warn(
      { error: error instanceof Error ? error.name : 'unknown' },
      'messages could not be read on the support page',
    )
    return []
  }
}
export type SupportThreadView = Awaited<ReturnType<typeof threadsOf>>[number]

const title = { key: 'documents.support.notSent' } as const

interface SendSupportMessage {
  shop: Shop
  texts: Record<string, string>
}

/** Mails a message to support, from guests too; the page then shows its reference. */
async function sendSupportMessage({ shop, texts }: SendSupportMessage) {
  return runForm({ shop, intent: 'support', texts, title }, async () => {
    const { name, email, message, orderNumber, letsTests } = texts
    const {
      orderNumber: number,
      letsTests: lets,
      ...rest
    } = parseOrProblem(supportMessageSchema, {
      name,
      email,
      message,
      ...(orderNumber ? { orderNumber } : {}),
      ...(letsTests ? { letsTests: true } : {}),
    })
    const { reference } = await shop.api.sendSupportMessage({
      ...rest,
      ...(number ? { orderNumber: number } : {}),
      ...(lets ? { letsTests: lets } : {}),
    })
    return redirect(`${pathOf('support')}?${new URLSearchParams({ reference })}`)
  })
}

/** Adds to an earlier question; the page then shows the addition with the rest. */
async function replyToSupport({ shop, texts }: SendSupportMessage) {
  const { id = '', reference = '', text } = texts
  return runForm({ shop, intent: replyIntent(id), texts, title }, async () => {
    await shop.api.replyToSupport(id, parseOrProblem(supportReplySchema, { text }))
    return redirect(`${pathOf('support')}${REFERENCE.test(reference) ? `#${reference}` : ''}`)
  })
}

/** Runs what the form asks for. */
export function changeSupport(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf({ '': sendSupportMessage, reply: replyToSupport }, intent)({ shop, texts })
}
