import { refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { forgetPersonalRecords } from '../platform/records/personal-records.server.ts'
import { leaveTo, signOut } from '../platform/session/session.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './settings-form.ts'

const intent = 'eraseAccount'
const title = { key: 'account.erase.notErased' } as const

/** Deletes the account after its password was given once more, and the cart and the address that the shop holds. */
export async function eraseAccount({ shop, texts }: SettingsForm) {
  if (!texts.password) {
    return refuse({ intent, texts, title, fields: { password: { key: 'forms.required.currentPassword' } } })
  }
  try {
    const owner = await viewerId(shop)
    await shop.api.eraseAccount({ password: texts.password })
    await forgetPersonalRecords(shop.database.queries, owner)
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    const wrong = problem.code === 'wrong_password' || problem.code === 'invalid_credentials'
    const fields: Record<string, FormMessage> = wrong
      ? { password: { key: 'forms.wrong.currentPassword' } }
      : {}
    return refuseProblem({ intent, texts, title, fields }, problem)
  }
  signOut(shop)
  return leaveTo(`${pathOf('login')}?accountErased=1`)
}
