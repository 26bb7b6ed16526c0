import { localeSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { attempt } from '../platform/forms/attempt.server.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './account-forms.server.ts'
import { changePassword } from './change-password.server.ts'
import { confirmEmailInSettings, sendConfirmationLetter } from './confirm-email.server.ts'
import { editProfile } from './edit-profile.server.ts'
import { eraseAccount } from './erase-account.server.ts'
import { settingsPath } from './settings-view.ts'

const languageSchema = z.object({ locale: localeSchema })

/** Signs the account out everywhere else. */
async function endOtherSessions({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'endOtherSessions', texts }, async () => {
    await shop.api.revokeOtherSessions()
    return redirect(settingsPath({ notice: 'otherSessionsEnded' }))
  })
}

/** Signs out one device. One that has ended meanwhile is gone, which is what was asked for. */
async function endSession({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'endSession', texts }, async () => {
    await shop.api.revokeSession(texts.sessionId ?? '').catch((error: unknown) => {
      if (readProblem(error)?.code !== 'not_found') throw error
    })
    return redirect(settingsPath({ notice: 'sessionEnded' }))
  })
}

/** Lets a new address go that waits for its confirmation. */
async function dropPendingEmail({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'dropPendingEmail', texts }, async () => {
    await shop.api.dropPendingEmail()
    return redirect(settingsPath({ notice: 'pendingEmailDropped' }))
  })
}

/** Keeps the language of this device's pages and of the account's mails. */
async function chooseLanguage({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'chooseLanguage', texts }, async () => {
    const { locale } = parseOrProblem(languageSchema, texts)
    const { id, firstName, lastName, email, phone, dateOfBirth } = await currentUser(shop)
    await shop.api.editUser(id, { firstName, lastName, email, phone, dateOfBirth, locale })
    shop.cookies.set('locale', locale)
    return redirect(settingsPath({ notice: 'languageSaved' }))
  })
}

/** The forms of the settings page by their intent. */
const FORMS = {
  editProfile,
  changePassword,
  chooseLanguage,
  sendLetter: sendConfirmationLetter,
  dropPendingEmail,
  confirmEmail: confirmEmailInSettings,
  endSession,
  endOtherSessions,
  eraseAccount,
} as const

/** Does what the form asks for. @throws data 400 for an intent that the page has not */
export function saveSettings(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  if (!Object.hasOwn(FORMS, intent)) throw data(null, { status: 400 })
  return FORMS[intent as keyof typeof FORMS]({ shop, texts })
}
