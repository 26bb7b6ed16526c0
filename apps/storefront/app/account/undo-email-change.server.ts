import { redirect } from 'react-router'
import { runForm, type ShopForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { readLinkToken } from '../platform/pages/link-token.tsx'
import { signOut } from '../platform/session/session.server.ts'
import { guestApi } from '../platform/session/shop-context.server.ts'

/**
 * The form behind the link in the mail about a change of address. It logs out every session, this browser's included.
 */
export async function undoEmailChange({ shop, texts }: ShopForm) {
  const words = {
    invalid_fields: { place: 'form', reasons: [{ key: 'account.undo.linkSpent' }] },
  } as const
  return runForm(
    { shop, intent: 'undoEmailChange', texts, title: { key: 'account.undo.notUndone' }, words },
    async () => {
      await guestApi(shop).undoEmailChange({ token: readLinkToken(texts.token) })
      signOut(shop)
      return redirect(`${pathOf('undoEmailChange')}?undone=1`)
    },
  )
}
