import { redirect } from 'react-router'
import { refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import { refreshCurrentUser } from '../platform/session/viewer.server.ts'
import { alreadyConfirmed } from './e-mail-problems.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'sendLetter'

/** Requests a confirmation letter. The account is read afresh first: a confirmed address needs none. */
export async function sendConfirmationLetter({ shop, texts }: SettingsForm) {
  try {
    const { emailConfirmed } = await refreshCurrentUser(shop)
    if (emailConfirmed) {
      shop.logger.warn('Email is already confirmed')
      return redirect(settingsPath({ notice: 'emailAlreadyConfirmed' }))
    }
    await shop.api.sendActivationEmail()
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    if (alreadyConfirmed(problem)) {
      const title = { key: 'messages:emailIsAlreadyConfirmed' } as const
      return refuse({ intent, texts, title, status: problem.status })
    }
    return refuseProblem({ intent, texts, title: { key: 'messages:errorOccurred' } }, problem)
  }
  return redirect(settingsPath({ modal: 'confirmEmail', notice: 'letterSent' }))
}
