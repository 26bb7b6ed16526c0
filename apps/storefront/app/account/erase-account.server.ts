import { eraseAccountSchema } from '@shop/contract/accounts'
import { parseOrProblem } from '@shop/contract/problem'
import { attempt } from '../platform/forms/attempt.server.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { PROBLEMS } from '../platform/problems/problem-messages.server.ts'
import { forgetPersonalRecords } from '../platform/records/personal-records.server.ts'
import { leaveTo, signOut } from '../platform/session/session.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import type { SettingsForm } from './account-forms.server.ts'

const title = { key: 'account.erase.notErased' } as const
const words = { invalid_credentials: PROBLEMS.wrong_password }

/** Deletes the account after its password was given once more, and the cart and the address that the shop holds. */
export async function eraseAccount({ shop, texts }: SettingsForm) {
  return attempt({ shop, intent: 'eraseAccount', texts, title, words }, async () => {
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
