import {
  type CurrentUser,
  changePasswordSchema,
  editUserSchema,
  eraseAccountSchema,
} from '@shop/contract/accounts'
import { localeSchema } from '@shop/contract/fields'
import { parseOrProblem } from '@shop/contract/problem'
import { todayIn } from '@shop/domain/age'
import { deviceOf } from '@shop/domain/device'
import type { TextKey } from '@shop/texts/create-texts'
import { formatDay, formatMoment } from '@shop/texts/formats.server'
import { redirect } from 'react-router'
import { z } from 'zod'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { PROBLEMS } from '../platform/problems/problem-messages.server.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import { forgetPersonalRecords } from '../platform/records/personal-records.server.ts'
import { leaveTo, signOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser, viewerId } from '../platform/session/viewer.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { confirmEmailInSettings, sendConfirmationMail } from './confirm-email.server.ts'
import {
  type SettingsModal,
  type SettingsNotice,
  type SettingsView,
  settingsPath,
  settingsViewOf,
} from './settings-view.ts'

const asksPassword = (modal: SettingsModal | undefined) =>
  modal === 'changePassword' || modal === 'eraseAccount'

/** Whether a passkey may be used instead of the password, or has just been used. */
async function passkeyInstead(shop: Shop): Promise<'offered' | 'used' | null> {
  const { passkeys, provenWithPasskey } = await shop.api.secondFactor()
  if (provenWithPasskey) return 'used'
  return passkeys.length > 0 ? 'offered' : null
}

/** What the settings page shows, with dates in the reader's language and the laboratory's time zone. */
export async function loadSettings(shop: Shop, url: URL) {
  const { locale, businessTimeZone } = shop
  const { modal } = settingsViewOf(url.searchParams)
  const [user, sessions, kept] = await Promise.all([
    currentUser(shop),
    shop.api.sessions(),
    keptForm(shop, url),
  ])
  const { firstName, lastName, email, emailConfirmed, pendingEmail, phone, dateOfBirth } = user
  return {
    user: {
      firstName,
      lastName,
      email,
      emailConfirmed,
      pendingEmail,
      phone: phone ?? '',
      dateOfBirth: dateOfBirth ?? '',
    },
    hasSecondFactor: user.hasSecondFactor,
    passkey: user.hasSecondFactor && asksPassword(modal) ? await passkeyInstead(shop) : null,
    formOwner: formOwnerOf(user.id),
    /** What had been typed into the profile when the session ended. */
    kept: kept?.intent === 'editProfile' ? kept : undefined,
    born: dateOfBirth && formatDay(dateOfBirth, locale, 'date'),
    locale,
    today: todayIn(businessTimeZone, shop.now()),
    sessions: sessions.map(({ id, current, lastUsedAt, userAgent }) => ({
      id,
      isCurrent: current,
      device: deviceOf(userAgent),
      lastUsed: formatMoment(lastUsedAt, shop),
    })),
  }
}
export type SettingsData = Awaited<ReturnType<typeof loadSettings>>

const NOTICE_TEXT: Record<SettingsNotice, TextKey[]> = {
  profileUpdated: ['messages:userProfileUpdated'],
  emailChanged: ['messages:userProfileUpdated', 'account.notice.emailChanged'],
  emailWaits: ['messages:userProfileUpdated', 'account.notice.emailWaits'],
  pendingEmailDropped: ['account.notice.pendingEmailDropped'],
  passwordChanged: ['messages:passwordChanged'],
  emailConfirmed: ['account.notice.emailConfirmed'],
  mailSent: ['account.notice.mailSent'],
  emailAlreadyConfirmed: ['messages:emailIsAlreadyConfirmed'],
  sessionEnded: ['account.notice.sessionEnded'],
  otherSessionsEnded: ['account.notice.otherSessionsEnded'],
  languageSaved: ['account.notice.languageSaved'],
}

/** What the page reports after a form was saved: a title, then sentences. */
export function noticeWords({ locale, env }: Shop, { notice }: SettingsView): string[] {
  const { t } = pageTexts(locale, env.partner).texts
  return notice ? NOTICE_TEXT[notice].map((key) => t(key)) : []
}

function noticeOf(before: CurrentUser, after: CurrentUser) {
  if (before.email !== after.email) return 'emailChanged'
  return before.pendingEmail === after.pendingEmail ? 'profileUpdated' : 'emailWaits'
}

/** Saves name, e-mail, phone and date of birth. A new e-mail address must be confirmed. */
export async function editProfile({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'editProfile', texts }, async () => {
    const profile = parseOrProblem(editUserSchema, {
      firstName: texts.firstName,
      lastName: texts.lastName,
      email: texts.email,
      phone: texts.phone || null,
      dateOfBirth: texts.dateOfBirth || null,
    })
    const before = await currentUser(shop)
    const after = await shop.api.editUser(before.id, profile)
    return redirect(settingsPath({ notice: noticeOf(before, after) }))
  })
}

/** Changes the password; every other session of the account ends. */
export async function changePassword({ shop, texts }: ShopForm) {
  const reasons = [{ key: 'messages:failedToChangePassword' }] as const
  return runForm({ shop, intent: 'changePassword', texts, reasons }, async () => {
    const passwords = parseOrProblem(changePasswordSchema, texts)
    await shop.api.changePassword(passwords).catch((error: unknown) => {
      // "see console": the reason can be looked up in the server's log.
      const problem = readProblem(error)
      shop.logger.warn({ status: problem?.status, code: problem?.code }, 'Failed to change password')
      throw error
    })
    return redirect(settingsPath({ notice: 'passwordChanged' }))
  })
}

/** Erases the account, after its password was given once more, and the cart and the address that the shop stores. */
export async function eraseAccount({ shop, texts }: ShopForm) {
  const title = { key: 'account.erase.notErased' } as const
  const words = { invalid_credentials: PROBLEMS.wrong_password }
  return runForm({ shop, intent: 'eraseAccount', texts, title, words }, async () => {
    if (texts.password === '') {
      throw new FieldFaults({ password: { key: 'forms.required.currentPassword' } }, title)
    }
    const owner = await viewerId(shop)
    await shop.api.eraseAccount(parseOrProblem(eraseAccountSchema, texts))
    await forgetPersonalRecords(shop.database.queries, [owner])
    signOut(shop)
    return leaveTo(`${pathOf('login')}?accountErased=1`)
  })
}

const languageSchema = z.object({ locale: localeSchema })

/** Logs the account out on all other devices. */
async function endOtherSessions({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'endOtherSessions', texts }, async () => {
    await shop.api.revokeOtherSessions()
    return redirect(settingsPath({ notice: 'otherSessionsEnded' }))
  })
}

/** Logs out one device. If its session has ended in the meantime, that is the result asked for. */
async function endSession({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'endSession', texts }, async () => {
    await shop.api.revokeSession(texts.sessionId ?? '').catch((error: unknown) => {
      if (readProblem(error)?.code !== 'not_found') throw error
    })
    return redirect(settingsPath({ notice: 'sessionEnded' }))
  })
}

/** Discards a new address that is waiting for its confirmation. */
async function dropPendingEmail({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'dropPendingEmail', texts }, async () => {
    await shop.api.dropPendingEmail()
    return redirect(settingsPath({ notice: 'pendingEmailDropped' }))
  })
}

/** Saves the language for this device's pages and the account's mails. */
async function chooseLanguage({ shop, texts }: ShopForm) {
  return runForm({ shop, intent: 'chooseLanguage', texts }, async () => {
    const { locale } = parseOrProblem(languageSchema, texts)
    const { id, firstName, lastName, email, phone, dateOfBirth } = await currentUser(shop)
    await shop.api.editUser(id, { firstName, lastName, email, phone, dateOfBirth, locale })
    shop.cookies.set('locale', locale)
    return redirect(settingsPath({ notice: 'languageSaved' }))
  })
}

/** The forms of the settings page by their intent; a page of the release before sends `sendLetter`. */
const FORMS = {
  editProfile,
  changePassword,
  chooseLanguage,
  sendMail: sendConfirmationMail,
  sendLetter: sendConfirmationMail,
  dropPendingEmail,
  confirmEmail: confirmEmailInSettings,
  endSession,
  endOtherSessions,
  eraseAccount,
} as const

/** Runs what the form asks for. */
export function changeSettings(shop: Shop, { intent, texts }: Pick<SentForm, 'intent' | 'texts'>) {
  return actOf(FORMS, intent)({ shop, texts })
}
