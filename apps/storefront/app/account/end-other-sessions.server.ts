import { redirect } from 'react-router'
import { refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

/** Signs the account out everywhere else. */
export async function endOtherSessions({ shop, texts }: SettingsForm) {
  try {
    await shop.api.revokeOtherSessions()
  } catch (error) {
    const title = { key: 'messages:errorOccurred' }
    return refuseProblem({ intent: 'endOtherSessions', texts, title }, viewerFormProblem(shop, error, texts))
  }
  return redirect(settingsPath({ notice: 'otherSessionsEnded' }))
}
