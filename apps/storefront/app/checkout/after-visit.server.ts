import { redirect } from 'react-router'
import { requestLetter } from '../account/confirm-email.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'

/** The step after the visit: the last look if the e-mail is confirmed, else its confirmation, with the letter on its way. */
export async function afterVisit(shop: Shop, from: 'callDetails' | 'nurseCheckoutDate'): Promise<Response> {
  const { emailConfirmed } = await currentUser(shop)
  if (emailConfirmed) return redirect(`${pathOf('dataConfirmed')}?backPathKey=${from}`)
  const letter = await requestLetter(shop)
  return redirect(`${pathOf('confirmEmailInOrder')}?letter=${letter}`)
}
