import { formTexts } from '../platform/forms/form-failure.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { changePassword } from './change-password.server.ts'
import { chooseLanguage } from './choose-language.server.ts'
import { confirmEmailByCode } from './confirm-email-by-code.server.ts'
import { editProfile } from './edit-profile.server.ts'
import { endOtherSessions } from './end-other-sessions.server.ts'
import { eraseAccount } from './erase-account.server.ts'
import { sendConfirmationLetter } from './send-confirmation-letter.server.ts'

/** The forms of the settings page by their intent. */
const FORMS = {
  editProfile,
  changePassword,
  chooseLanguage,
  sendLetter: sendConfirmationLetter,
  confirmEmail: confirmEmailByCode,
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
