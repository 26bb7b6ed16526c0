import { requestPasswordResetSchema } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from './guest-api.server.ts'
import { loginStatePath } from './login-state.ts'

/** Has a one-time link mailed. The answer is the same whether or not the account exists. */
export async function requestPasswordReset({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  return attempt({ shop, intent: 'requestPasswordReset', texts }, async () => {
    await guestApi(shop).requestPasswordReset(parseOrProblem(requestPasswordResetSchema, texts))
    return redirect(loginStatePath('resetPasswordSuccess', texts))
  })
}
