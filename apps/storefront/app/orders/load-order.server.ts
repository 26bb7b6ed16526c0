import { lineFromWire } from '@shop/contract/order-codec'
import type { Order } from '@shop/contract/orders'
import { type QrCode, qrCode } from '@shop/contract/qr-code'
import type { TestsConsent } from '@shop/contract/tests-consent'
import type { VisitAnswers } from '@shop/contract/visit-answers'
import { todayIn } from '@shop/domain/age'
import type { NamedProfile } from '@shop/domain/group-by-profile'
import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { isBeforeCollection, type OrderState } from '@shop/domain/order-states'
import { collectsUrineBefore, mergePreparation } from '@shop/domain/preparation'
import { consentWords } from '@shop/texts/consent-words.server'
import { formatDay, formatDayOf, formatMoment, formatTime } from '@shop/texts/formats.server'
import type { PreparationView } from '@shop/texts/preparation-items'
import { turnText } from '@shop/texts/turn-text.server'
import { redirect } from 'react-router'
import { addressLine, insideView, type VisitView, visitDayAndTime } from '../checkout/visit-view.server.ts'
import { formOwnerOf } from '../platform/forms/form-draft.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser, viewerId } from '../platform/session/viewer.server.ts'
import { pageTexts, textsIn } from '../platform/texts/page-texts.server.ts'

export interface OrderLineView {
  key: string
  /** Null for a fee. */
  analysisId: number | null
  name: string
  quantity: number
  price: WireMoney
}

export interface OrderPatientView {
  patientId: string
  fullName: string
  firstName: string
  lines: OrderLineView[]
  /** Profiles that the lines were added with. */
  profiles: NamedProfile[]
  /** Names of the containers that the patient brings. */
  brought: string[]
  testCount: number
  subtotal: WireMoney
  preparation: PreparationView
}

export interface OrderView {
  id: string
  number: string
  state: OrderState
  /** "Fri 20 Nov, 16:42" */
  createdAt: string
  visit: Omit<VisitView, 'changePath'> & {
    endTime: string
    /** "Mon 23 Nov"; the release before does not tell. */
    dayShort?: string
  }
  laboratoryId: number
  /** Moving or cancelling a paid visit. */
  change: {
    isPossible: boolean
    /** "Mon 23 Nov, 8:30"; null: no longer possible. */
    until: string | null
    /** The time chosen by the customer, if the network has moved the visit and is waiting for an answer. */
    movedFrom: string | null
    /** The visit's start as an instant. */
    start: string
    /** The amount that cancelling refunds: "42.40 BYN". */
    refund: string
  }
  patients: OrderPatientView[]
  /** Questions before the visit; empty once answers are no longer accepted. */
  questions: Pick<VisitAnswers, 'people'> & {
    /** For `FormOwner`; the previous release does not send it. */
    formOwner?: string
  }
  /** Whether support asks to see which tests are ordered, or may see them, and until when; with the words for it. */
  testsConsent: TestsConsent & { text?: string; grant?: string }
  /** For several people, before the visit: each person's turn, in a sentence. */
  turns: string[]
  testCount: number
  deliveryPrice: WireMoney | null
  regionName: string | null
  total: WireMoney
  payment: {
    state: Order['payment']['state']
    paidAt: string | null
    refundDue: boolean
    /** Whether all of the order's price has been refunded, with nothing still on its way. */
    isFullyRefunded: boolean
    /** Refunds, oldest first. */
    refunds: Order['payment']['refunds']
  }
  /** "17:12": until when the place is held while payment is awaited. */
  heldUntil: string | null
  /** When the first and the last results are expected; null once that day has passed. */
  ready: { first: string | null; firstCount: number; last: string | null; isInParts: boolean } | null
  /** What reception scans: only the order's number; null unless a paid visit to a branch is ahead. */
  code: QrCode | null
  /** When each state was reached. */
  history: { state: OrderState; at: string }[]
}

/**
 * One order of the account as its pages show it, in its current state. `isBack`: returning from the payment
 * page; its notification may not have arrived yet, so the provider is asked. Throws as the main API does.
 */
export async function loadOrder(
  shop: Shop,
  orderId: string,
  { isBack = false }: { isBack?: boolean } = {},
): Promise<OrderView> {
  const [order, consent] = await Promise.all([
    isBack ? shop.api.checkPayment(orderId) : shop.api.order(orderId),
    shop.api.testsConsent(orderId),
  ])
  const until = consent.until && formatMoment(consent.until, shop)
  return {
    ...orderView(shop, order),
    questions: await questionsOf(shop, order),
    testsConsent: { ...consent, until, ...wordsOfConsent(shop, consent.state, until ?? '') },
  }
}

function wordsOfConsent({ locale, env }: Shop, state: TestsConsent['state'], until: string) {
  const t = textsIn(locale, env.partner)
  if (state === 'granted') return { text: t('order.testsConsent.grantedText', { until }) }
  return state === 'asked' ? consentWords(t) : {}
}

async function questionsOf(shop: Shop, { id, state, asksQuestions }: Order): Promise<OrderView['questions']> {
  if (!asksQuestions || !isBeforeCollection(state)) return { people: [] }
  const { people, isOpen } = await shop.api.visitAnswers(id)
  return isOpen ? { people, formOwner: formOwnerOf(await viewerId(shop)) } : { people: [] }
}

function orderView(shop: Shop, order: Order): Omit<OrderView, 'questions' | 'testsConsent'> {
  const moment = (instant: string) => formatMoment(instant, shop)
  const { payment, expiresAt } = order
  return {
    id: order.id,
    number: order.number,
    code: order.state === 'paid' && order.visit.kind === 'branch' ? qrCode(order.number) : null,
    state: order.state,
    createdAt: moment(order.createdAt),
    visit: visitOfOrder(shop, order),
    laboratoryId: order.laboratory.id,
    change: changeOf(shop, order),
    patients: order.patients.map((patient) => patientView(shop, patient, order.visit.kind)),
    turns: isBeforeCollection(order.state) ? turnsOf(shop, order) : [],
    testCount: order.analysisCount,
    deliveryPrice: order.deliveryPrice,
    regionName: order.visit.regionName,
    total: order.total,
    payment: {
      state: payment.state,
      paidAt: payment.paidAt && moment(payment.paidAt),
      refundDue: payment.refundDue,
      isFullyRefunded: isFullyRefunded(payment),
      refunds: payment.refunds.map((refund) => ({ ...refund, at: moment(refund.at) })),
    },
    heldUntil: expiresAt && formatTime(expiresAt, shop),
    ready: readyOf(shop, order),
    history: order.history
      .filter(({ cause }) => !cause.startsWith('visit'))
      .map(({ state, at }) => ({ state, at: moment(at) })),
  }
}

function changeOf(
  shop: Shop,
  { visit, total, payment: { kept = total }, visitChange: { until, movedFrom } }: Order,
): OrderView['change'] {
  const moment = (instant: string) => formatMoment(instant, shop)
  const isPossible = until !== null && Date.parse(until) > shop.now().getTime()
  return {
    isPossible,
    // On one line: it ends a sentence.
    until: isPossible ? moment(until).replaceAll(' ', '\u00a0') : null,
    movedFrom: movedFrom && moment(movedFrom),
    start: visit.start,
    refund: formatMoney(fromWire(kept), shop.locale),
  }
}

/** An order without refund amounts was refunded as a whole; of another the network may have kept a fee. */
function isFullyRefunded({ kept, refunds }: Order['payment']): boolean {
  if (refunds.length === 0) return true
  // The previous release does not send what was kept: then all refunds done means a full one.
  if (!kept) return refunds.every(({ state }) => state === 'done')
  return kept.price === 0 && !refunds.some(({ state }) => state === 'approved')
}

function turnsOf(shop: Shop, { turns, patients }: Order): string[] {
  const { t } = pageTexts(shop.locale, shop.env.partner).texts
  return turns.map(({ patientId, ...turn }) =>
    turnText({ id: patientId, ...turn }, { patients, reader: shop, t }),
  )
}

function visitOfOrder(shop: Shop, { visit, laboratory }: Order): OrderView['visit'] {
  const isBranch = visit.kind === 'branch' || !visit.address
  return {
    kind: visit.kind,
    ...visitDayAndTime(shop, visit.start),
    dayShort: formatDayOf(visit.start, shop, 'dayShort'),
    endTime: formatTime(visit.end, shop),
    place:
      isBranch || !visit.address
        ? `${laboratory.city}, ${laboratory.address}`
        : addressLine(visit, visit.address),
    ...(visit.address ? insideView(shop, visit.address) : { inside: '', placeDetails: {} }),
    phone: visit.phone,
  }
}

function patientView(
  shop: Shop,
  patient: Order['patients'][number],
  visitKind: Order['visit']['kind'],
): OrderPatientView {
  const { patientId, firstName, lastName, lines, profiles, broughtMaterials, subtotal, preparation } = patient
  const materials = lines.flatMap(({ kind, name }) => (kind === 'material' ? name : []))
  return {
    patientId,
    fullName: `${firstName} ${lastName}`.trim(),
    firstName,
    lines: lines.map(({ kind, id, name, quantity, price }) => ({
      key: `${kind}-${id}`,
      analysisId: kind === 'analysis' ? id : null,
      name,
      quantity,
      price,
    })),
    profiles,
    brought: broughtMaterials.map(({ name }) => name),
    testCount: lines.filter(({ kind }) => kind === 'analysis').length,
    subtotal,
    preparation: {
      ...preparationView(shop, preparation),
      urineContainer: collectsUrineBefore(visitKind, materials) ? 'ordered' : null,
    },
  }
}

type Preparation = Order['patients'][number]['preparation']

function preparationView(shop: Shop, preparation: Preparation): Omit<PreparationView, 'urineContainer'> {
  const { fastingHours, fastFrom, beforeFeed, isLateForUrine = false } = preparation
  return {
    fastingHours,
    fastFrom: fastFrom && formatMoment(fastFrom, shop),
    beforeFeed,
    isLateForUrine,
    ...notesOf(preparation),
  }
}

/** The note on the fast apart from the others. */
function notesOf({
  fastingHours,
  notes,
  fastingNote,
}: Preparation): Pick<PreparationView, 'fastingNote' | 'notes'> {
  if (fastingNote !== undefined) return { fastingNote, notes: notes.filter((note) => note !== fastingNote) }
  // The previous release of the main API does not tell which one it is: merged again, they are separated.
  const merged = mergePreparation({ analyses: [{ fastingHours, notes }] })
  return { fastingNote: merged.fastingNote ?? null, notes: merged.notes }
}

function readyOf({ locale, businessTimeZone, now }: Shop, order: Order): OrderView['ready'] {
  const periods = order.patients.flatMap(({ lines }) =>
    lines.map(lineFromWire).flatMap(({ turnaroundDays }) => turnaroundDays ?? []),
  )
  const { firstReadyDate, readyDate } = order
  if (!firstReadyDate || !readyDate) return null
  const shortest = Math.min(...periods)
  const today = todayIn(businessTimeZone, now())
  const ahead = (day: string) => (day < today ? null : formatDay(day, locale, 'dayShort'))
  return {
    first: ahead(firstReadyDate),
    firstCount: periods.filter((period) => period === shortest).length,
    last: ahead(readyDate),
    isInParts: firstReadyDate !== readyDate,
  }
}

/** The parameters that the payment pages add to the address: bePaid and Stripe. */
const MARKS = ['token', 'session']

/**
 * The order named in the address, or else the newest. Whatever the payment page adds to the address only
 * causes the provider to be asked.
 */
export async function loadOrderSubmitted(shop: Shop, query: URLSearchParams): Promise<OrderView> {
  const orderId = query.get('orderId')
  if (orderId) return loadOrder(shop, orderId, { isBack: MARKS.some((mark) => query.has(mark)) })
  const [latest] = await shop.api.orders({ limit: 1 })
  if (!latest) throw redirect(pathOf('orders'))
  return loadOrder(shop, latest.id)
}

/** After the account's first paid order, offers a second step for the login if it has none. */
export async function offersSecondStep(shop: Shop, { state }: OrderView): Promise<boolean> {
  if (state !== 'paid') return false
  const [user, orders] = await Promise.all([currentUser(shop), shop.api.orders({ limit: 2 })])
  return !user.hasSecondFactor && orders.length === 1
}
