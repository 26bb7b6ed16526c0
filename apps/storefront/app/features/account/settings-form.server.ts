import { formTexts } from '../../form-failure.server.ts'
import { endSessionOn401 } from '../../session.server.ts'
import type { Shop } from '../../shop-context.server.ts'

/** One of the forms of the settings page, as its use case gets it. */
export interface SettingsForm {
  shop: Shop
  texts: Record<string, string>
  /** Ends the session when the main API no longer knows the token; returns for every other error. */
  endOn401: (error: unknown) => void
}

export function settingsForm(shop: Shop, request: Request, form: FormData): SettingsForm {
  return {
    shop,
    texts: formTexts(form),
    endOn401(error) {
      try {
        endSessionOn401(shop, request, error)
      } catch (thrown) {
        if (thrown !== error) throw thrown
      }
    },
  }
}
