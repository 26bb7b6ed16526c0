/** Modals of the settings page; each has its own address, so that it opens without scripts. */
export const SETTINGS_MODALS = ['editProfile', 'changePassword', 'confirmEmail', 'eraseAccount'] as const
export type SettingsModal = (typeof SETTINGS_MODALS)[number]

/** What the page tells after a form was saved. */
export const SETTINGS_NOTICES = [
  'profileUpdated',
  'emailChanged',
  'passwordChanged',
  'emailConfirmed',
  'letterSent',
  'emailAlreadyConfirmed',
  'otherSessionsEnded',
  'languageSaved',
] as const
export type SettingsNotice = (typeof SETTINGS_NOTICES)[number]

export interface SettingsView {
  modal?: SettingsModal | undefined
  notice?: SettingsNotice | undefined
}

export function settingsPath({ modal, notice }: SettingsView): string {
  const query = new URLSearchParams({ ...(modal ? { modal } : {}), ...(notice ? { notice } : {}) })
  return query.size > 0 ? `/settings?${query}` : '/settings'
}

export function settingsViewOf(query: URLSearchParams): SettingsView {
  return {
    modal: SETTINGS_MODALS.find((modal) => modal === query.get('modal')),
    notice: SETTINGS_NOTICES.find((notice) => notice === query.get('notice')),
  }
}
