import { changePasswordSchema } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { SettingsForm } from './account-forms.server.ts'
import { settingsPath } from './settings-view.ts'

const reasons = [{ key: 'messages:failedToChangePassword' }] as const

/** Changes the password; every other session of the account ends. */
export async function changePassword({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'changePassword', texts, reasons }, async () => {
    const passwords = parseOrProblem(changePasswordSchema, texts)
    await shop.api.changePassword(passwords).catch((error: unknown) => {
      // "see console": the server's log is where the reason can be looked up.
      const problem = readProblem(error)
      shop.logger.warn({ status: problem?.status, code: problem?.code }, 'Failed to change password')
      throw error
    })
    return redirect(settingsPath({ notice: 'passwordChanged' }))
  })
}
