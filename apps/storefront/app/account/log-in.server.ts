import { loginSchema } from '@shop/contract/accounts'
import { formProblem, parseMessages, refuse, refuseProblem } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { logOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from './guest-api.server.ts'
import { startSession } from './start-session.server.ts'

const UNAUTHORIZED = 401
const intent = 'login'

/** Logs in with e-mail (`username`) and password. The session before ends first: a failure leaves none. */
export async function logIn({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  await logOut(shop)
  const parsed = loginSchema.safeParse(texts)
  if (!parsed.success) {
    const fields = parseMessages(parsed.error, texts)
    return refuse({ intent, texts, fields, title: { key: 'forms.checkFields' } })
  }
  try {
    const { access_token } = await guestApi(shop).login(parsed.data)
    return await startSession({ shop, accessToken: access_token, pathnameToReturn: texts.pathnameToReturn })
  } catch (error) {
    return refused(shop, error, texts)
  }
}

function refused(shop: Shop, error: unknown, texts: Record<string, string>) {
  const problem = formProblem(shop, error, texts)
  if (problem.code === 'login_code_required') {
    return refuse({
      intent,
      texts,
      status: UNAUTHORIZED,
      title: { key: 'account.login.codeNeeded' },
      reasons: [{ key: 'account.login.codeWhy' }],
      fields: { code: { key: texts.code ? 'account.login.codeWrong' : 'account.login.codeSent' } },
    })
  }
  if (problem.status !== UNAUTHORIZED) {
    return refuseProblem({ intent, texts, title: titleOf(problem.status) }, problem)
  }
  return refuse({
    intent,
    texts,
    status: UNAUTHORIZED,
    title: { key: 'messages:notAuthorized' },
    reasons: [{ key: 'account.login.checkEmailAndPassword' }],
    fields: { password: { key: 'account.login.checkPassword' } },
  })
}

function titleOf(status: number): FormMessage {
  if (status === 422) return { key: 'forms.checkFields' }
  return { key: status === 429 ? 'account.login.failed' : 'messages:unknownError' }
}
