import { redirect } from 'react-router'
import { formProblem, refuse, refuseProblem } from '../../form-failure.server.ts'
import { tokenNotFound } from './e-mail-problems.server.ts'
import type { SettingsForm } from './settings-form.server.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'confirmEmail'

/** Confirms the e-mail address with the mailed code. */
export async function confirmEmailByCode({ shop, texts, endOn401 }: SettingsForm) {
  const code = (texts.code ?? '').replace(/[\s-]/g, '')
  if (code === '') {
    const fields = { code: { key: 'account.confirm.enterCode' } }
    return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
  }
  try {
    await shop.api.activate(code)
  } catch (error) {
    endOn401(error)
    const problem = formProblem(shop, error, texts)
    if (tokenNotFound(problem)) {
      const title = { key: 'messages:emailConfirmationTokenNotFound' }
      const fields = { code: { key: 'account.confirm.wrongCode' } }
      return refuse({ intent, texts, title, fields, status: problem.status })
    }
    return refuseProblem({ intent, texts, title: { key: 'messages:errorOccurred' } }, problem)
  }
  return redirect(settingsPath({ notice: 'emailConfirmed' }))
}
