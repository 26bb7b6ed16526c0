import type { Feedback } from '@shop/contract/order-codec'
import type { ProblemCode } from '@shop/contract/problem'
import { groupByProfile } from '@shop/domain/group-by-profile'
import { toWire, type WireMoney } from '@shop/domain/money'
import { PAYMENT_TIME_LIMIT_MINUTES } from '@shop/domain/order-states'
import type { PreparationView } from '@shop/texts/preparation-items'
import { redirect } from 'react-router'
import { preparationOf } from '../cart/load-cart.server.ts'
import { calculateOpenCart, cartProfiles, type OpenCart, visitStart } from '../cart/open-cart.server.ts'
import { priceChanges } from '../cart/seen-prices.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { recheckCatalogue } from '../platform/catalogue/catalogue-cache.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { PROBLEMS, type ProblemWords } from '../platform/problems/problem-messages.server.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { textsIn } from '../platform/texts/page-texts.server.ts'
import { createOrder, orderDigest, orderVisit, requestOf, toPaymentPage } from './create-order.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { checkVisit } from './order-details.server.ts'
import { type VisitView, visitOfCart } from './visit-view.server.ts'

export interface DataConfirmedView {
  summary: CartSummary
  visit: VisitView
  /** Why the chosen time can no longer be ordered; null while it can. */
  visitFault: FormMessage | null
  email: string
  phone: string | null
  feedback: Feedback
  patients: {
    patientId: string
    fullName: string
    firstName: string
    testCount: number
    /** Names of the tests, grouped by the profile they were added with; null: without a profile. */
    groups: { profile: string | null; tests: string[] }[]
    fees: string[]
    /** Containers that the patient brings. */
    brought: string[]
    subtotal: WireMoney
    preparation: PreparationView
  }[]
  priceChanges: { key: string; name: string; before: WireMoney; now: WireMoney }[]
  laboratoryId: number
  /** The total shown, in minor units: the order is refused if the total is no longer this. */
  seenTotal: number
  /** What is shown, as a digest: the order is refused if something else would be ordered. */
  seenOrder: string
  /** Where and until when the order is paid, as a sentence. */
  held: string
}

/** Everything on one page, at current prices. Redirects to the first step that is still missing. */
export async function loadDataConfirmed(shop: Shop): Promise<DataConfirmedView> {
  recheckCatalogue(shop)
  const [open, user] = await Promise.all([openCheckout(shop), currentUser(shop)])
  const visit = visitOfCart(open)
  if (!visit) throw redirect(pathOf('dateOrCall'))
  if (!user.emailConfirmed) throw redirect(pathOf('confirmEmailInOrder'))
  const calculated = calculateOpenCart(open)
  const chosen = orderVisit(open)
  if (!chosen) throw redirect(pathOf('dateOrCall'))
  const { feedback } = open.records.draft.body
  const { currency } = calculated
  const profiles = await cartProfiles(open)
  const names = new Map(open.patients.map((patient) => [patient.id, patient]))
  return {
    summary: summarizeCart(open, calculated),
    visit,
    visitFault: await visitFaultOf(open),
    email: user.email,
    phone: feedback.contactPhone || visit.phone || user.phone,
    feedback,
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
    seenOrder: orderDigest(requestOf(open, { calculated, visit: chosen })),
    held: textsIn(shop.locale, shop.env.partner)('order.confirm.held', { count: PAYMENT_TIME_LIMIT_MINUTES }),
  }
}

async function visitFaultOf(open: OpenCart): Promise<FormMessage | null> {
  try {
    await checkVisit(open, visitStart(open) ?? '')
    return null
  } catch (error) {
    const code = readProblem(error)?.code
    const words: ProblemWords | undefined = code && PROBLEMS[code]
    if (words?.place !== 'field' || !words.title) throw error
    return words.title
  }
}

/** Refusals that require another step first. */
const STEPS: Readonly<Partial<Record<ProblemCode, string>>> = {
  cart_empty: pathOf('cart'),
  cart_not_orderable: pathOf('cart'),
  visit_not_chosen: pathOf('dateOrCall'),
  visit_in_the_past: pathOf('dateOrCall'),
  unknown_laboratory: pathOf('dateOrCall'),
  email_not_confirmed: pathOf('confirmEmailInOrder'),
  documents_not_accepted: `${pathOf('acceptDocuments')}?pathnameToReturn=${pathOf('dataConfirmed')}`,
}

/** Makes the order and sends the patient to the payment page; a refusal says what to do next. */
export async function changeDataConfirmed(shop: Shop, { texts, form }: Pick<SentForm, 'texts' | 'form'>) {
  const words = {
    stale_write: { place: 'form', title: { key: 'order.confirm.changedElsewhere' } },
    too_many_requests: { place: 'form', title: { key: 'order.problem.tooManyOrders' } },
  } as const
  return runForm({ shop, intent: 'order', texts, words }, async () => {
    if (form.has('hasPriceChanges') && !form.has('acceptPrices')) {
      throw new FieldFaults({ acceptPrices: { key: 'order.confirm.acceptPricesFirst' } })
    }
    try {
      const { redirectUrl } = await createOrder({
        shop,
        laboratoryId: Number(texts.laboratoryId),
        seenTotal: Number(texts.seenTotal),
        seenOrder: texts.seenOrder,
      })
      return toPaymentPage(redirectUrl)
    } catch (error) {
      const problem = readProblem(error)
      const step = problem && STEPS[problem.code]
      if (!step) throw error
      return redirect(step)
    }
  })
}
