import { localeSchema } from '@shop/contract/fields'
import { redirect } from 'react-router'
import { refuse, refuseProblem, viewerFormProblem } from '../platform/forms/form-failure.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'chooseLanguage'
const title = { key: 'messages:errorOccurred' }

/** Keeps the language of this device's pages and of the account's mails. */
export async function chooseLanguage({ shop, texts }: SettingsForm) {
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
