import { loginSchema, readPasskeyAnswer } from '@shop/contract/accounts'
import { membersOf } from '@shop/contract/main-api-client'
import { parseOrProblem } from '@shop/contract/problem'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { PROBLEMS } from '../platform/problems/problem-messages.server.ts'
import { logOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from '../platform/session/shop-context.server.ts'
import { requestPasswordReset } from './reset-password.server.ts'
import { goToSecondStep } from './second-step.server.ts'
import { startSession } from './start-session.server.ts'

const title = { key: 'messages:unknownError' } as const
const words = {
  invalid_fields: { place: 'form', title: { key: 'forms.checkFields' } },
  too_many_requests: { place: 'form', title: { key: 'account.login.failed' } },
} as const
const wrongCode = { ...PROBLEMS.login_code_required, message: { key: 'account.login.codeWrong' } } as const
/** The specification signals a wrong password by the status alone. */
const bare = { 401: 'invalid_credentials' } as const

/** Logs in with a passkey alone. The previous session is ended first. */
async function logInWithPasskey({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  await logOut(shop)
  return runForm({ shop, intent: 'passkey', texts, title }, async () => {
    const answer = readPasskeyAnswer(texts.passkey)
    const { access_token } = await guestApi(shop).loginWithPasskey(answer)
    shop.cookies.clear('loginStep')
    return startSession({ shop, accessToken: access_token, pathnameToReturn: texts.pathnameToReturn })
  })
}

/** A code is being mailed: it will be accepted in this browser only. */
function keepCodeRequest(shop: Shop, error: unknown): void {
  const codeRequest = membersOf(error, 'login_code_required')?.codeRequest
  if (codeRequest) shop.cookies.set('loginStep', codeRequest)
}

/**
 * Logs in with e-mail (`username`) and password. The previous session is ended first: after a failure there is none.
 */
async function logInWithPassword({ shop, texts }: { shop: Shop; texts: Record<string, string> }) {
  await logOut(shop)
  const ofCode = texts.code ? { login_code_required: wrongCode } : {}
  const form = { shop, intent: 'login', texts, title, bare, words: { ...words, ...ofCode } }
  return runForm(form, async () => {
    const codeRequest = shop.cookies.get('loginStep')
    const { access_token } = await guestApi(shop)
      .login({ ...parseOrProblem(loginSchema, texts), codeRequest })
      .catch((error: unknown) => {
        keepCodeRequest(shop, error)
        return goToSecondStep(shop, error, texts)
      })
    shop.cookies.clear('loginStep')
    return startSession({ shop, accessToken: access_token, pathnameToReturn: texts.pathnameToReturn })
  })
}

/** The forms of the login page by their intent. */
const FORMS = { login: logInWithPassword, passkey: logInWithPasskey, requestPasswordReset } as const

/** Runs what the form asks for. */
export function login(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf(FORMS, intent)({ shop, texts })
}
