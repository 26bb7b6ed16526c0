import { changePasswordSchema } from '@shop/contract/accounts'
import { redirect } from 'react-router'
import {
  parseMessages,
  refuse,
  refuseProblem,
  viewerFormProblem,
} from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'changePassword'
const title = { key: 'messages:errorOccurred' } as const

/** Changes the password; every other session of the account ends. */
export async function changePassword({ shop, texts }: SettingsForm) {
  const parsed = changePasswordSchema.safeParse(texts)
  if (!parsed.success) {
    return refuse({ intent, texts, title, fields: parseMessages(parsed.error, texts) })
  }
  try {
    await shop.api.changePassword(parsed.data)
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    const { status, code, reasons } = problem
    // "see console": the server's log is where the reason can be looked up.
    shop.logger.warn({ status, code }, 'Failed to change password')
    const fields: Record<string, FormMessage> =
      code === 'wrong_password' ? { currentPassword: { key: 'forms.wrong.currentPassword' } } : {}
    const failed = { key: 'messages:failedToChangePassword' } as const
    return refuseProblem({ intent, texts, title, fields }, { ...problem, reasons: [failed, ...reasons] })
  }
  return redirect(settingsPath({ notice: 'passwordChanged' }))
}
