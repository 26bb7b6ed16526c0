import { redirect } from 'react-router'
import { formProblem, refuseProblem } from '../../form-failure.server.ts'
import type { SettingsForm } from './settings-form.server.ts'
import { settingsPath } from './settings-view.ts'

/** Signs the account out everywhere else. */
export async function endOtherSessions({ shop, texts, endOn401 }: SettingsForm) {
  try {
    await shop.api.revokeOtherSessions()
  } catch (error) {
    endOn401(error)
    const title = { key: 'messages:errorOccurred' }
    return refuseProblem({ intent: 'endOtherSessions', texts, title }, formProblem(shop, error, texts))
  }
  return redirect(settingsPath({ notice: 'otherSessionsEnded' }))
}
