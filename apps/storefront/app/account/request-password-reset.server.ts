import { requestPasswordResetSchema } from '@shop/contract/accounts'
import { redirect } from 'react-router'
import { formProblem, parseMessages, refuse, refuseProblem } from '../platform/forms/form-failure.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from './guest-api.server.ts'
import { loginStatePath } from './login-state.ts'

const intent = 'requestPasswordReset'

/** Has a one-time link mailed. The answer is the same whether or not the account exists. */
export async function requestPasswordReset({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  const parsed = requestPasswordResetSchema.safeParse(texts)
  if (!parsed.success) {
    const fields = parseMessages(parsed.error, texts)
    return refuse({ intent, texts, fields, title: { key: 'forms.checkFields' } })
  }
  try {
    await guestApi(shop).requestPasswordReset(parsed.data)
  } catch (error) {
    const title = { key: 'messages:errorOccurred' } as const
    return refuseProblem({ intent, texts, title }, formProblem(shop, error, texts))
  }
  return redirect(loginStatePath('resetPasswordSuccess', texts))
}
