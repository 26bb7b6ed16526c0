import { type CurrentUser, editUserSchema } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { redirect } from 'react-router'
import { attempt } from '../platform/forms/attempt.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './account-forms.server.ts'
import { settingsPath } from './settings-view.ts'

function noticeOf(before: CurrentUser, after: CurrentUser) {
  if (before.email !== after.email) return 'emailChanged'
  return before.pendingEmail === after.pendingEmail ? 'profileUpdated' : 'emailWaits'
}

/** Saves name, e-mail, phone and date of birth. A new e-mail address has to be confirmed. */
export async function editProfile({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'editProfile', texts }, async () => {
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
