import { todayIn } from '@shop/domain/age'
import { deviceOf } from '@shop/domain/device'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { formatDay, formatMoment } from '../platform/texts/format-dates.server.ts'
import { type SettingsModal, settingsViewOf } from './settings-view.ts'

const asksPassword = (modal: SettingsModal | undefined) =>
  modal === 'changePassword' || modal === 'eraseAccount'

/** Whether a passkey may be used instead of the password, or has just been. */
async function passkeyInstead(shop: Shop): Promise<'offered' | 'used' | null> {
  const { passkeys, provenWithPasskey } = await shop.api.secondFactor()
  if (provenWithPasskey) return 'used'
  return passkeys.length > 0 ? 'offered' : null
}

/** What the settings page shows, dates in words of the reader's language and the laboratory's zone. */
export async function loadSettings(shop: Shop, request: Request) {
  const { locale, businessTimeZone } = shop
  const { modal } = settingsViewOf(new URL(request.url).searchParams)
  const [user, sessions, kept] = await Promise.all([
    currentUser(shop),
    shop.api.sessions(),
    keptForm(shop, request),
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
    born: dateOfBirth && formatDay(dateOfBirth, locale, 'birth'),
    locale,
    today: todayIn(businessTimeZone, shop.now()),
    sessions: sessions.map(({ id, current, lastUsedAt, userAgent }) => ({
      id,
      isCurrent: current,
      device: deviceOf(userAgent),
      lastUsed: formatMoment(lastUsedAt, locale, businessTimeZone),
    })),
  }
}
export type SettingsData = Awaited<ReturnType<typeof loadSettings>>
