import { requestPasswordResetSchema, resetPasswordSchema } from '@shop/contract/accounts'
import { Problem, parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { readLinkToken } from '../platform/pages/link-token.tsx'
import { signOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from '../platform/session/shop-context.server.ts'
import { loginStatePath } from './login-state.ts'

/** Sets a new password with the mailed one-time token. Every session of the account ends, including this browser's. */
export async function resetPassword({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  return runForm({ shop, intent: 'resetPassword', texts }, async () => {
    const token = readLinkToken(texts.token)
    if (!token) throw new Problem('reset_token_not_found')
    await guestApi(shop).resetPassword(parseOrProblem(resetPasswordSchema, { ...texts, token }))
    signOut(shop)
    return redirect(`${pathOf('login')}?passwordChanged=1`)
  })
}

/** Requests a mail with a one-time link. The answer is the same whether or not the account exists. */
export async function requestPasswordReset({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  return runForm({ shop, intent: 'requestPasswordReset', texts }, async () => {
    await guestApi(shop).requestPasswordReset(parseOrProblem(requestPasswordResetSchema, texts))
    return redirect(loginStatePath('resetPasswordSuccess', texts))
  })
}
