import type { Shop } from '../platform/session/shop-context.server.ts'

/** One of the forms of the settings page, as its use case gets it; a session that has ended is thrown on. */
export interface SettingsForm {
  shop: Shop
  texts: Record<string, string>
}
