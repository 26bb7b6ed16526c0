import { redirect } from 'react-router'
import { refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import { tokenNotFound } from './e-mail-problems.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'confirmEmail'

/** Confirms the e-mail address with the mailed code. */
export async function confirmEmailByCode({ shop, texts }: SettingsForm) {
  const code = (texts.code ?? '').replace(/[\s-]/g, '')
  if (code === '') {
    const fields = { code: { key: 'account.confirm.enterCode' } } as const
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
  }
  try {
    await shop.api.activate({ token: code })
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    if (tokenNotFound(problem)) {
      const title = { key: 'messages:emailConfirmationTokenNotFound' } as const
      const fields = { code: { key: 'account.confirm.wrongCode' } } as const
      return refuse({ intent, texts, title, fields, status: problem.status })
    }
    return refuseProblem({ intent, texts, title: { key: 'messages:errorOccurred' } }, problem)
  }
  return redirect(settingsPath({ notice: 'emailConfirmed' }))
}
