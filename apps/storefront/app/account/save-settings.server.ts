import { localeSchema } from '@shop/contract/fields'
import { redirect } from 'react-router'
import { formTexts, refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { changePassword } from './change-password.server.ts'
import { confirmEmailByCode } from './confirm-email-by-code.server.ts'
import { editProfile } from './edit-profile.server.ts'
import { eraseAccount } from './erase-account.server.ts'
import { sendConfirmationLetter } from './send-confirmation-letter.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

/** Signs the account out everywhere else. */
async function endOtherSessions({ shop, texts }: SettingsForm) {
  try {
    await shop.api.revokeOtherSessions()
  } catch (error) {
    const title = { key: 'messages:errorOccurred' } as const
    return refuseProblem({ intent: 'endOtherSessions', texts, title }, viewerFormProblem(shop, error, texts))
  }
  return redirect(settingsPath({ notice: 'otherSessionsEnded' }))
}

/** Signs out one device. One that has ended meanwhile is gone, which is what was asked for. */
async function endSession({ shop, texts }: SettingsForm) {
  try {
    await shop.api.revokeSession(texts.sessionId ?? '')
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    if (problem.code !== 'not_found') {
      const title = { key: 'messages:errorOccurred' } as const
      return refuseProblem({ intent: 'endSession', texts, title }, problem)
    }
  }
  return redirect(settingsPath({ notice: 'sessionEnded' }))
}

const intent = 'chooseLanguage'
const title = { key: 'messages:errorOccurred' } as const

/** Keeps the language of this device's pages and of the account's mails. */
async function chooseLanguage({ shop, texts }: SettingsForm) {
  const locale = localeSchema.safeParse(texts.locale)
  if (!locale.success) return refuse({ intent, texts, title })
  try {
    const { id, firstName, lastName, email, phone, dateOfBirth } = await currentUser(shop)
    await shop.api.editUser(id, { firstName, lastName, email, phone, dateOfBirth, locale: locale.data })
  } catch (error) {
    return refuseProblem({ intent, texts, title }, viewerFormProblem(shop, error, texts))
  }
  shop.cookies.set('locale', locale.data)
  return redirect(settingsPath({ notice: 'languageSaved' }))
}

/** The forms of the settings page by their intent. */
const FORMS = {
  editProfile,
  changePassword,
  chooseLanguage,
  sendLetter: sendConfirmationLetter,
  confirmEmail: confirmEmailByCode,
  endSession,
  endOtherSessions,
  eraseAccount,
} as const

/** What the posted form asks for; undefined for an intent that the page has not. */
export function saveSettings(form: FormData) {
  const intent = String(form.get('intent'))
  if (!Object.hasOwn(FORMS, intent)) return undefined
  const useCase = FORMS[intent as keyof typeof FORMS]
  return (shop: Shop) => useCase({ shop, texts: formTexts(form) })
}
