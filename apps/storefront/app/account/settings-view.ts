import { pathOf } from '../platform/navigation/navigation.ts'
/** Modals of the settings page; each has its own address, so that it opens without scripts. */
export const SETTINGS_MODALS = ['editProfile', 'changePassword', 'confirmEmail', 'eraseAccount'] as const
export type SettingsModal = (typeof SETTINGS_MODALS)[number]

/** What the page reports after a form was saved. */
export const SETTINGS_NOTICES = [
  'profileUpdated',
  'emailChanged',
  'emailWaits',
  'pendingEmailDropped',
  'passwordChanged',
  'emailConfirmed',
  'mailSent',
  'emailAlreadyConfirmed',
  'sessionEnded',
  'otherSessionsEnded',
  'languageSaved',
] as const
export type SettingsNotice = (typeof SETTINGS_NOTICES)[number]

export interface SettingsView {
  modal?: SettingsModal | undefined
  notice?: SettingsNotice | undefined
}

/** Forms whose intent is not the name of their modal. */
const MODAL_OF_INTENT: Readonly<Record<string, SettingsModal>> = { sendMail: 'confirmEmail' }

/** What to show after a form failed: its modal stays open. */
export function settingsViewAfter(intent: string | undefined, view: SettingsView): SettingsView {
  const modal = SETTINGS_MODALS.find((one) => one === intent) ?? MODAL_OF_INTENT[intent ?? '']
  return modal ? { modal } : view
}

export function settingsPath({ modal, notice }: SettingsView): string {
  const query = String(new URLSearchParams({ ...(modal && { modal }), ...(notice && { notice }) }))
  return `${pathOf('settings')}${query && `?${query}`}`
}

export function settingsViewOf(query: URLSearchParams): SettingsView {
  return {
    modal: SETTINGS_MODALS.find((modal) => modal === query.get('modal')),
    notice: SETTINGS_NOTICES.find((notice) => notice === query.get('notice')),
  }
}
