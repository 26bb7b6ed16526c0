import { resetPasswordSchema } from '@shop/contract/accounts'
import { redirect } from 'react-router'
import {
  formProblem,
  formTexts,
  parseMessages,
  refuse,
  refuseProblem,
} from '../platform/forms/form-failure.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { signOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from './guest-api.server.ts'

const intent = 'resetPassword'
const title = { key: 'messages:errorOccurred' } as const

/** Sets a new password with the mailed one-time token. Every session of the account ends, this browser's included. */
export async function resetPassword({ shop, form }: { shop: Shop; form: FormData }) {
  const texts = formTexts(form)
  const parsed = resetPasswordSchema.safeParse(texts)
  if (!texts.token) return linkSpent(texts)
  if (!parsed.success) {
    return refuse({ intent, texts, title, fields: parseMessages(parsed.error, texts) })
  }
  try {
    await guestApi(shop).resetPassword(parsed.data)
  } catch (error) {
    const problem = formProblem(shop, error, texts)
    if (problem.code === 'reset_token_not_found') return linkSpent(texts)
    return refuseProblem({ intent, texts, title }, problem)
  }
  signOut(shop)
  return redirect(`${pathOf('login')}?passwordChanged=1`)
}

function linkSpent(texts: Record<string, string>) {
  return refuse({
    intent: 'linkSpent',
    texts,
    title,
    reasons: [{ key: 'account.reset.linkSpent' }],
    status: 404,
  })
}
