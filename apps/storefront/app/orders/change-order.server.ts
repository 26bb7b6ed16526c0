import type { Order } from '@shop/contract/orders'
import { Problem } from '@shop/contract/problem'
import type { AnswerVisit } from '@shop/contract/visit-answers'
import { withAnalyses } from '@shop/domain/add-to-cart'
import type { Cart } from '@shop/domain/cart'
import { unavailabilityOf } from '@shop/domain/cart-materials'
import { QUESTION_NAMES, VISIT_QUESTIONS } from '@shop/domain/visit-questions'
import { redirect } from 'react-router'
import { refusal } from '../cart/add-to-cart.server.ts'
import { changeCart, type OpenCart, rulesDate } from '../cart/open-cart.server.ts'
import { paymentRedirect, toPaymentPage } from '../checkout/create-order.server.ts'
import { FieldFaults, type SentForm } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import { actOf } from '../platform/pages/form-texts.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

type Act = (shop: Shop, orderId: string, texts: Record<string, string>) => Promise<Response>

/** What the buttons of an order do, by `intent`. */
const ACTS: Readonly<Record<string, Act>> = {
  async pay(shop, orderId) {
    try {
      const { redirectUrl } = await shop.api.payOrder(orderId)
      return toPaymentPage(paymentRedirect(shop, redirectUrl))
    } catch (error) {
      // Paid or ended in the meantime, perhaps in another tab: the order's page says so, better than a refusal.
      if (readProblem(error)?.code !== 'order_not_payable') throw error
      if ((await shop.api.order(orderId)).state === 'awaitingPayment') throw error
      return redirect(pathOf('order', { orderId }))
    }
  },
  async cancel(shop, orderId) {
    await shop.api.cancelOrder(orderId)
    return redirect(pathOf('order', { orderId }))
  },
  async agree(shop, orderId, { current = '' }) {
    await shop.api.agreeToVisit(orderId, { current })
    return redirect(pathOf('order', { orderId }))
  },
  async answer(shop, orderId, texts) {
    const people = answersOf(texts)
    await shop.api.answerVisit(orderId, { people }).catch((error: unknown) => {
      throw faultsOf(error, people)
    })
    return redirect(`${pathOf('order', { orderId })}?notice=answered`)
  },
  letTests: (shop, orderId) => answerTestsConsent(shop, orderId, true),
  hideTests: (shop, orderId) => answerTestsConsent(shop, orderId, false),
  async again(shop, orderId, { patientId }) {
    return redirect(`${pathOf('cart')}?notice=${await orderAgain({ shop, orderId, patientId })}`)
  },
}

async function answerTestsConsent(shop: Shop, orderId: string, isGranted: boolean): Promise<Response> {
  await shop.api.answerTestsConsent(orderId, { isGranted })
  return redirect(pathOf('order', { orderId }))
}

const TOO_MANY_PAGES = { place: 'form', title: { key: 'order.problem.tooManyPages' } } as const

export async function changeOrder(
  shop: Shop,
  orderId: string,
  { intent, texts }: Pick<SentForm, 'intent' | 'texts'>,
) {
  const act = actOf(ACTS, intent)
  const words = {
    stale_write: { place: 'form', title: { key: 'order.visitChange.changed' } },
    ...(intent === 'pay' ? { too_many_requests: TOO_MANY_PAGES } : {}),
  } as const
  return runForm({ shop, intent, texts, words }, () => act(shop, orderId, texts))
}

/** Fields are named after patient and question; an empty one withdraws the answer. */
function answersOf(texts: Record<string, string>): AnswerVisit['people'] {
  const given = Object.entries(texts).flatMap(([name, text]) => {
    const [kind, patientId = '', question = ''] = name.split('.')
    const asked = QUESTION_NAMES.find((one) => one === question)
    return kind === 'answer' && asked ? [{ patientId, question: asked, answer: text || null }] : []
  })
  return [...Map.groupBy(given, ({ patientId }) => patientId)].map(([patientId, answers]) => ({
    patientId,
    answers: answers.map(({ question, answer }) => ({ question, answer })),
  }))
}

/** The fields of the answers that the main API rejects, or else the original error. */
function faultsOf(error: unknown, people: AnswerVisit['people']): unknown {
  const problem = readProblem(error)
  const faults = problem?.code === 'invalid_fields' ? problem.errors : []
  const fields = faults.flatMap(({ path }) => {
    // people.0.answers.1.answer
    const [, person, , answer] = path.split('.')
    const { patientId, answers } = people[Number(person)] ?? {}
    const question = answers?.[Number(answer)]?.question
    if (!question) return []
    const isTime = VISIT_QUESTIONS[question].kind !== 'yesNo'
    const key = isTime ? 'order.questions.wrongTime' : 'forms.wrong.any'
    return [[`answer.${patientId}.${question}`, { key }] as const]
  })
  return fields.length > 0 ? new FieldFaults(Object.fromEntries(fields)) : error
}

/** A notice of the cart: all of it is there, a patient no longer exists, or some of it cannot be ordered now. */
type Reordered = 'reordered' | 'reorderedWithout' | 'reorderedPartly'

/**
 * Puts an order's analyses into the cart again, for patients who still exist or only for the one named, with the same
 * decisions about materials; the cart asks for those that are missing.
 * @throws Problem `cart_full`, and `not_found` for a patient who was not in the order
 */
export async function orderAgain(input: {
  shop: Shop
  orderId: string
  patientId?: string | undefined
}): Promise<Reordered> {
  const { shop, orderId, patientId } = input
  const { patients } = await shop.api.order(orderId)
  const wanted = patientId ? patients.filter((patient) => patient.patientId === patientId) : patients
  if (wanted.length === 0) throw new Problem('not_found')
  const { result } = await changeCart(shop, (open) => {
    if (!open.laboratory) throw new Problem('unknown_laboratory')
    return withPatients(open, wanted)
  })
  return result
}

function withPatients(open: OpenCart, patients: Order['patients']): { cart: Cart; result: Reordered } {
  const { assortment } = open.catalogue
  let { cart } = open.records.cart.body
  const known = patients.filter(({ patientId }) => open.patients.some(({ id }) => id === patientId))
  let isWhole = true
  for (const { patientId, lines, profiles, optionalMaterials } of known) {
    const wanted = lines.flatMap(({ kind, id }) => (kind === 'analysis' ? id : []))
    const analysisIds = wanted.filter((id) => unavailabilityOf(id, assortment) === null)
    isWhole &&= analysisIds.length === wanted.length
    if (analysisIds.length === 0) continue
    const decisions = Object.fromEntries(
      Object.entries(optionalMaterials).filter(([id]) => assortment.materials.has(Number(id))),
    )
    const result = withAnalyses({
      cart,
      patients: open.patients,
      analysisIds,
      patientIds: [patientId],
      decisions: { [patientId]: decisions },
      decidesLater: true,
      profiles: Object.fromEntries(
        profiles.flatMap(({ id, analysisIds: ids }) => (id === null ? [] : [[id, ids]])),
      ),
      assortment,
      onDate: rulesDate(open),
    })
    if (result.status === 'refused') throw refusal(result)
    if (result.status === 'added') {
      cart = result.cart
      isWhole &&= result.ruleApplications.length === 0
    }
  }
  if (!isWhole) return { cart, result: 'reorderedPartly' }
  return { cart, result: known.length === patients.length ? 'reordered' : 'reorderedWithout' }
}
