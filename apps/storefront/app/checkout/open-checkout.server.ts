import type { OrderObstacle } from '@shop/domain/calculate-cart'
import { comesHome } from '@shop/domain/laboratory'
import { redirect } from 'react-router'
import { requestConfirmationMail } from '../account/confirm-email.server.ts'
import { preparationOf } from '../cart/load-cart.server.ts'
import { calculateOpenCart, type OpenCart, openCart, visitStart } from '../cart/open-cart.server.ts'
import { summarizeCart } from '../cart/summarize-cart.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { groupOfPreparations, instantOf, readSlotWeek } from './slot-week.server.ts'

/** Ages depend on the day of the visit, so the visit's steps stay open while only a rule is broken. */
export const UNTIL_THE_VISIT: readonly OrderObstacle[] = ['broken_requirements']

/**
 * The cart of a checkout step; if it cannot be ordered, redirects to the cart.
 * `passing`: obstacles that may still be resolved.
 */
export async function openCheckout(
  shop: Shop,
  passing: readonly OrderObstacle[] = [],
): Promise<OpenCart & { laboratory: NonNullable<OpenCart['laboratory']> }> {
  const open = await openCart(shop)
  const { obstacles } = calculateOpenCart(open)
  const { laboratory } = open
  if (!laboratory || obstacles.some((obstacle) => !passing.includes(obstacle))) throw redirect(pathOf('cart'))
  return { ...open, laboratory }
}

/** The steps that choose a time: one for home visits, one for visits to a branch. */
type Step = 'callDetails' | 'nurseCheckoutDate'
/** The field with the time in each step's form. */
const TIME_FIELD = { callDetails: 'visitDate', nurseCheckoutDate: 'nurseCheckoutDate' } as const

/** What both steps show. A laboratory of the other kind redirects to the other step. */
export async function openVisit(shop: Shop, url: URL, step: Step) {
  const open = await openCheckout(shop, UNTIL_THE_VISIT)
  const { laboratory } = open
  const right: Step = comesHome(laboratory) ? 'callDetails' : 'nurseCheckoutDate'
  if (step !== right) throw redirect(pathOf(right))
  const draft = open.records.draft.body
  const kept = await keptForm(shop, url)
  const query = url.searchParams
  const group = groupOfPreparations(calculateOpenCart(open).patients.map((part) => preparationOf(open, part)))
  // Not asked for yet: a failure while the caller still waits for something else would end the process.
  const readWeek = () =>
    readSlotWeek({
      shop,
      laboratory,
      people: group.people,
      from: query.get('from'),
      day: query.get('day'),
      // `time`: chosen at another place, before this one was chosen; what has been saved for this one since counts more.
      chosen:
        instantOf(kept?.[TIME_FIELD[step]] ?? '') ?? visitStart(open) ?? instantOf(query.get('time') ?? ''),
    })
  return {
    laboratory,
    draft,
    /** What had been typed or chosen before a session ended. */
    kept,
    shown: {
      summary: summarizeCart(open),
      group,
      formOwner: formOwnerOf(open.owner),
      isKept: kept !== undefined,
    },
    readWeek,
  }
}

/**
 * The step after the visit: Confirm if the e-mail address is confirmed, or else its confirmation, requesting the mail.
 */
export async function goOn(shop: Shop, from: Step): Promise<Response> {
  const { emailConfirmed } = await currentUser(shop)
  if (emailConfirmed) return redirect(`${pathOf('dataConfirmed')}?backPathKey=${from}`)
  const mail = await requestConfirmationMail(shop)
  return redirect(`${pathOf('confirmEmailInOrder')}?mail=${mail}`)
}
