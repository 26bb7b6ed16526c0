import type { FeedbackDetails } from '@shop/contract/orders'
import { groupByProfile } from '@shop/domain/group-by-profile'
import { toWire, type WireMoney } from '@shop/domain/money'
import { redirect } from 'react-router'
import { calculateOpenCart } from '../cart/calculate-open-cart.ts'
import { cartProfiles } from '../cart/cart-profiles.server.ts'
import { calculatorInput } from '../cart/change-cart.server.ts'
import type { PreparationView } from '../cart/preparation.tsx'
import { preparationOf } from '../cart/preparation-of.server.ts'
import { priceChanges } from '../cart/seen-prices.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { recheckCatalogue } from '../platform/catalogue/catalogue-cache.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { type VisitView, visitOfCart } from './visit-view.server.ts'

export interface DataConfirmedView {
  summary: CartSummary
  visit: VisitView
  email: string
  phone: string | null
  feedback: FeedbackDetails
  patients: {
    patientId: string
    fullName: string
    firstName: string
    testCount: number
    /** Names of the tests, under the profile that they came with; null: alone. */
    groups: { profile: string | null; tests: string[] }[]
    fees: string[]
    /** Containers that the patient brings. */
    brought: string[]
    subtotal: WireMoney
    preparation: PreparationView
  }[]
  priceChanges: { key: string; name: string; before: WireMoney; now: WireMoney }[]
  laboratoryId: number
  /** The sum that is shown, in minor units: the order is refused when it is no longer the sum. */
  seenTotal: number
}

/** Everything on one page, at the prices of this moment. Sends back to the step that is still to be done. */
export async function readDataConfirmed(shop: Shop): Promise<DataConfirmedView> {
  recheckCatalogue(shop)
  const [open, user] = await Promise.all([openCheckout(shop), currentUser(shop)])
  const visit = visitOfCart(open)
  if (!visit) throw redirect(pathOf('dateOrCall'))
  if (!user.emailConfirmed) throw redirect(pathOf('confirmEmailInOrder'))
  const calculated = calculateOpenCart(calculatorInput(open))
  const { feedbackDetails } = open.records.draft.body
  const { currency } = calculated
  const profiles = await cartProfiles(open)
  const names = new Map(open.patients.map((patient) => [patient.id, patient]))
  return {
    summary: summarizeCart(open, calculated),
    visit,
    email: user.email,
    phone: feedbackDetails.quickPhone || visit.phone || user.phone,
    feedback: feedbackDetails,
    patients: calculated.patients.map((part) => {
      const patient = names.get(part.patientId)
      return {
        patientId: part.patientId,
        fullName: `${patient?.firstName} ${patient?.lastName}`.trim(),
        firstName: patient?.firstName ?? '',
        testCount: part.lines.length,
        groups: groupByProfile(
          part.lines,
          profiles[part.patientId] ?? [],
          ({ analysisId }) => analysisId,
        ).map(({ profile, lines }) => ({ profile, tests: lines.map(({ name }) => name) })),
        fees: part.materials.map(({ name }) => name),
        brought: part.broughtMaterials.map(({ name }) => name),
        subtotal: toWire(part.subtotal),
        preparation: preparationOf(open, part),
      }
    }),
    priceChanges: priceChanges(calculated, open.laboratory.id, open.records.cart.body.seenPrices).map(
      ({ kind, id, name, before, now }) => ({
        key: `${kind}-${id}`,
        name,
        before: toWire({ amount: before, currency }),
        now: toWire({ amount: now, currency }),
      }),
    ),
    laboratoryId: open.laboratory.id,
    seenTotal: calculated.orderTotal.amount,
  }
}
