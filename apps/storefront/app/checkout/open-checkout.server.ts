import { ageInYears } from '@shop/domain/age'
import type { OrderObstacle } from '@shop/domain/calculate-cart'
import { comesHome } from '@shop/domain/laboratory'
import { asksForMorningUrine, fastingHoursAt } from '@shop/domain/preparation'
import { visitMinutes } from '@shop/domain/visit-slots'
import { redirect } from 'react-router'
import { requestConfirmationMail } from '../account/confirm-email.server.ts'
import {
  calculateOpenCart,
  comingPatients,
  type OpenCart,
  openCart,
  rulesDate,
  visitStart,
} from '../cart/open-cart.server.ts'
import { summarizeCart } from '../cart/summarize-cart.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { instantOf, readSlotWeek, type VisitGroup } from './slot-week.server.ts'

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
  const group = groupOf(open)
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

/** What the choice of a time depends on besides the place: how many come, and whether any of them must fast. */
function groupOf(open: Awaited<ReturnType<typeof openCheckout>>): VisitGroup {
  const { catalogue, records } = open
  const { analysisIdsByPatientId } = records.cart.body.cart
  const coming = comingPatients(open)
  const on = rulesDate(open)
  const preparationOf = (analysisId: number) => catalogue.analysesById.get(analysisId)?.preparation
  const hoursOf = (analysisId: number) => preparationOf(analysisId)?.fastingHours ?? 0
  return {
    people: coming.length,
    minutes: visitMinutes(coming.length),
    fasts: coming.some(({ id, dateOfBirth }) => {
      const hours = Math.max(...analysisIdsByPatientId[id]!.map(hoursOf))
      return fastingHoursAt(hours, ageInYears(dateOfBirth, on)) > 0
    }),
    bringsMorningUrine: coming.some(({ id }) =>
      analysisIdsByPatientId[id]!.some((analysisId) =>
        preparationOf(analysisId)?.notes.some(asksForMorningUrine),
      ),
    ),
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
