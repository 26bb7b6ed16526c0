import { laboratoryFromWire } from '@shop/contract/laboratories'
import { comesHome } from '@shop/domain/laboratory'
import { redirect } from 'react-router'
import { visitStart } from '../cart/calculate-open-cart.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { attempt } from '../platform/forms/attempt.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { afterVisit } from './after-visit.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { setNurseCheckoutDate } from './set-nurse-checkout-date.server.ts'
import { instantOf, readSlotWeek, type SlotWeek } from './slot-week.server.ts'

export interface NurseCheckoutView {
  summary: CartSummary
  week: SlotWeek
  /** City and address of the branch. */
  place: string
  /** The time was chosen before a session ended. */
  isKept: boolean
  formOwner: string
}

/** The time at a branch; at a callable laboratory the call's own page asks for it. */
export async function readNurseCheckout(shop: Shop, request: Request): Promise<NurseCheckoutView> {
  const query = new URL(request.url).searchParams
  const open = await openCheckout(shop)
  const { laboratory } = open
  if (comesHome(laboratory)) throw redirect(pathOf('callDetails'))
  const kept = await keptForm(shop, request)
  const week = await readSlotWeek({
    shop,
    laboratory,
    from: query.get('from'),
    day: query.get('day'),
    chosen: instantOf(kept?.nurseCheckoutDate) ?? visitStart(open.records.draft.body, laboratory),
  })
  const { cityName, address } = laboratoryFromWire(laboratory)
  return {
    summary: summarizeCart(open),
    week,
    place: `${cityName}, ${address}`,
    isKept: kept !== undefined,
    formOwner: formOwnerOf(open.owner),
  }
}

/** Keeps the chosen time and goes on. */
export async function saveNurseCheckout(shop: Shop, texts: Record<string, string>) {
  return attempt({ shop, intent: 'save', texts }, async () => {
    const { nurseCheckoutDate } = texts
    if (!nurseCheckoutDate) throw new FieldFaults({ nurseCheckoutDate: { key: 'order.visit.chooseTime' } })
    await setNurseCheckoutDate({ shop, nurseCheckoutDate })
    return afterVisit(shop, 'nurseCheckoutDate')
  })
}
