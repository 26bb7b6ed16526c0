import type { CurrentUser } from '@shop/contract/accounts'
import { editUserSchema } from '@shop/contract/accounts'
import { redirect } from 'react-router'
import {
  type FormProblem,
  parseMessages,
  refuse,
  refuseProblem,
  viewerFormProblem,
} from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsPath } from './settings-view.ts'

const intent = 'editProfile'
const title = { key: 'messages:errorOccurred' } as const

/** Saves name, e-mail, phone and date of birth. A new e-mail address has to be confirmed. */
export async function editProfile({ shop, texts }: SettingsForm) {
  const parsed = editUserSchema.safeParse({
    firstName: texts.firstName,
    lastName: texts.lastName,
    email: texts.email,
    phone: texts.phone || null,
    dateOfBirth: texts.dateOfBirth || null,
  })
  if (!parsed.success) {
    return refuse({ intent, texts, title, fields: parseMessages(parsed.error, texts) })
  }
  try {
    const before = await currentUser(shop)
    const after = await shop.api.editUser(before.id, parsed.data)
    return redirect(settingsPath({ notice: noticeOf(before, after) }))
  } catch (error) {
    const problem = viewerFormProblem(shop, error, texts)
    return refuseProblem({ intent, texts, title, fields: emailTaken(problem) }, problem)
  }
}

function noticeOf(before: CurrentUser, after: CurrentUser) {
  return before.email === after.email ? 'profileUpdated' : 'emailChanged'
}

function emailTaken({ code }: FormProblem): Record<string, FormMessage> {
  return code === 'user_exists' ? { email: { key: 'messages:suchUserExists' } } : {}
}
