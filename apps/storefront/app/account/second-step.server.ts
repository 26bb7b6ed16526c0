import { finishLoginSchema } from '@shop/contract/accounts'
import { membersOf } from '@shop/contract/main-api-client'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from '../platform/session/shop-context.server.ts'
import { type Origin, originQuery } from './login-state.ts'
import { startSession } from './start-session.server.ts'

/**
 * Redirects to the second step if the password was right and the account has a second factor. Rethrows anything else.
 */
export function goToSecondStep(shop: Shop, error: unknown, origin: Origin): never {
  const required = membersOf(error, 'second_factor_required')
  if (!required) throw error
  shop.cookies.set('loginStep', required.loginStep)
  throw redirect(`${pathOf('secondStep')}${originQuery(origin)}`)
}

/** Redirects back to the password: the step has expired, or failed too often. */
function backToPassword(shop: Shop, origin: Origin): Response {
  shop.cookies.clear('loginStep')
  return redirect(`${pathOf('login')}${originQuery(origin, { stepOver: '1' })}`)
}

/** Finishes a login with the app's code or a recovery code. */
export async function changeSecondStep({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'secondStep', texts }, async () => {
    const loginStep = shop.cookies.get('loginStep')
    if (!loginStep) return backToPassword(shop, texts)
    if (!texts.code) throw new FieldFaults({ code: { key: 'account.secondStep.enterCode' } })
    try {
      const step = parseOrProblem(finishLoginSchema, { loginStep, code: texts.code })
      const { access_token } = await guestApi(shop).finishLogin(step)
      shop.cookies.clear('loginStep')
      return await startSession({ shop, accessToken: access_token, pathnameToReturn: texts.pathnameToReturn })
    } catch (error) {
      if (readProblem(error)?.code === 'login_step_not_found') return backToPassword(shop, texts)
      throw error
    }
  })
}
