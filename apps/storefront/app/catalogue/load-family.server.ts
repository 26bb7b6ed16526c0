import type { Family } from '@shop/contract/family'
import type { ListedOrder, Order } from '@shop/contract/orders'
import { todayIn } from '@shop/domain/age'
import { daysBetween } from '@shop/domain/dates'
import { countdownOf, dueOf, type Fasts, fastsOf, nextVisit } from '@shop/domain/family'
import { formatMoney, fromWire } from '@shop/domain/money'
import type { OpenOrderState } from '@shop/domain/order-states'
import {
  formatAgo,
  formatDay,
  formatDayOf,
  formatMoment,
  formatNames,
  formatTime,
} from '@shop/texts/formats.server'
import { addressLine } from '../checkout/visit-view.server.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { monthText } from '../results/repeat.server.ts'
import { reportPath, testsOf } from '../results/tests-of-report.server.ts'

/** The next visit, with the family's fasts before it. */
export interface NextVisitView {
  orderId: string
  /** "Next visit, tomorrow" */
  title: string
  /** "Tuesday 24 November" */
  day: string
  time: string
  people: string
  /** An address, or the branch's city and street. */
  place: string
  isAtHome: boolean
  /** "Anna, Viktor: don’t eat from 22:00 on Monday 23 November" */
  fasts: string[]
  /** For the countdown; null if no one fasts, and while the first fast is more than a day away. */
  count: (Fasts & { now: number }) | null
}

export interface DueView {
  key: string
  kind: 'pay' | 'answer' | 'read' | 'expect'
  title: string
  note: string
  path: string
}

/** Tests that the customer wanted to repeat by now. */
export interface DueRepeatView {
  key: string
  title: string
  /** "Planned for November 2026" */
  day: string
  /** "Ferritin, TSH +3". */
  tests: string
  /** The order to repeat, by its page, and for whom. */
  orderPath: string
  patientId: string
  /** Where another month is chosen, or none. */
  planPath: string
}

export interface NewestResultView {
  path: string
  firstName: string
  name: string
  /** "Ferritin, TSH +3". */
  tests: string
  day: string
  sentence: string
  shape: 'in' | 'out' | 'critical' | null
  isUnread: boolean
}

/** What the start page shows a signed-in customer: finished sentences, so that the browser needs no rules. */
export interface FamilyView {
  visit: NextVisitView | null
  /** Instead of a next visit. */
  order: CurrentOrder | null
  due: DueView[]
  /** The release before does not send it. */
  repeats?: DueRepeatView[]
  /** An unread critical result: shown above everything, and not in the list. */
  urgent: NewestResultView | null
  /** Null: the second factor must be given again. */
  results: NewestResultView[] | null
}

const RESULTS_SHOWN = 4

/** Null for guests, for newcomers and on errors: the start page works without it. */
export async function loadFamily(shop: Shop): Promise<FamilyView | null> {
  if (!shop.token) return null
  try {
    const viewer = await viewerId(shop)
    if (shop.memory.usersWithNothing.has(viewer)) return null
    const family = await shop.api.family()
    if (family.orders.length > 0 || family.results?.length !== 0) return familyView(family, shop)
    shop.memory.usersWithNothing.set(viewer, true)
    return null
  } catch {
    // A token that is no longer valid ends the session where the shell is loaded.
    return null
  }
}

function familyView({ orders, results, repeats = [] }: Family, shop: Shop): FamilyView {
  const next = nextVisit(orders, shop.now())
  const shown = next ?? orders[0]
  const newest = results && newestResults(results, shop)
  const urgent = newest?.find(({ shape, isUnread }) => shape === 'critical' && isUnread) ?? null
  const others = newest?.filter((result) => result !== urgent).slice(0, RESULTS_SHOWN) ?? null
  return {
    visit: next && visitView(next, shop),
    order: next || !shown ? null : currentOrderView(shown, shop),
    due: [
      ...dueOrders(orders, next ? undefined : shown, shop),
      ...unread(newest, [urgent, ...(others ?? [])], shop),
    ].toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind)),
    repeats: repeats.map((repeat) => repeatDue(repeat, shop)),
    urgent,
    results: others,
  }
}

const KINDS: readonly DueView['kind'][] = ['pay', 'answer', 'read', 'expect']

const textsOf = (shop: Shop) => pageTexts(shop.locale, shop.env.partner).texts

function visitView(order: Order, shop: Shop): NextVisitView {
  const { locale, businessTimeZone: zone } = shop
  const { t } = textsOf(shop)
  const { visit, laboratory, patients } = order
  const day = todayIn(zone, new Date(visit.start))
  const names = (list: readonly string[]) => formatNames(list, locale)
  const fasts = fastsOf(patients)
  const babies = patients.filter(({ preparation }) => preparation.beforeFeed)
  return {
    orderId: order.id,
    title: t('catalogue.family.nextVisit', {
      when: formatAgo(daysBetween(todayIn(zone, shop.now()), day), locale),
    }),
    day: formatDay(day, locale),
    time: formatTime(visit.start, shop),
    people: names(patients.map(({ firstName }) => firstName)),
    place: visit.address ? addressLine(visit, visit.address) : `${laboratory.city}, ${laboratory.address}`,
    isAtHome: visit.address !== null,
    fasts: [
      ...fasts.map(({ from, names: who }) =>
        t('catalogue.family.fast', {
          names: names(who),
          time: formatTime(from, shop),
          day: formatDayOf(from, shop),
        }),
      ),
      ...(babies.length > 0
        ? [t('catalogue.family.beforeFeed', { names: names(babies.map(({ firstName }) => firstName)) })]
        : []),
    ],
    count: countOf(fasts, visit.start, shop),
  }
}

/** Null until a day before the first fast: there is nothing to count yet. */
function countOf(fasts: ReturnType<typeof fastsOf>, start: string, shop: Shop): NextVisitView['count'] {
  if (fasts.length === 0) return null
  const names = (list: readonly string[]) => formatNames(list, shop.locale)
  const count = {
    fasts: fasts.map((fast) => ({ from: Date.parse(fast.from), names: names(fast.names) })),
    everybody: names(fasts.flatMap((fast) => fast.names)),
    start: Date.parse(start),
    now: shop.now().getTime(),
  }
  return countdownOf(count, count.now) && count
}

/** Without `shown`, which is already at the top of the page. */
function dueOrders(orders: readonly Order[], shown: Order | undefined, shop: Shop): DueView[] {
  const { locale, businessTimeZone: zone } = shop
  const { t } = textsOf(shop)
  const today = todayIn(zone, shop.now())
  return dueOf(orders, shop.now())
    .filter(({ order }) => order !== shown)
    .map(({ kind, order }) => {
      const { id, number, patients, total, expiresAt, visit, visitChange, readyDate } = order
      const names = formatNames(
        patients.map(({ firstName }) => firstName),
        locale,
      )
      const words = {
        pay: () => ({
          title: t('catalogue.family.due.pay', { number }),
          note: t('catalogue.family.due.payNote', {
            total: formatMoney(fromWire(total), locale),
            time: formatTime(expiresAt!, shop),
          }),
        }),
        answer: () => ({
          title: t('catalogue.family.due.answer'),
          note: t('catalogue.family.due.answerNote', {
            before: formatMoment(visitChange.movedFrom!, shop),
            now: formatMoment(visit.start, shop),
          }),
        }),
        expect: () => ({
          title:
            readyDate && readyDate >= today
              ? t('catalogue.family.due.expect', { names, date: formatDay(readyDate, locale) })
              : names,
          note: t('order.number', { number }),
        }),
      }
      return { key: `${kind} ${id}`, kind, ...words[kind](), path: pathOf('order', { orderId: id }) }
    })
}

function repeatDue(
  { testResultId, orderId, month, patient }: NonNullable<Family['repeats']>[number],
  shop: Shop,
): DueRepeatView {
  const { t } = textsOf(shop)
  return {
    key: `${testResultId} ${patient.id}`,
    title: t('catalogue.family.due.repeat', { name: patient.firstName }),
    day: t('results.repeat.planned', { month: monthText(month, shop) }),
    tests: testsOf(patient),
    orderPath: pathOf('order', { orderId }),
    patientId: patient.id,
    planPath: `${reportPath(testResultId, patient)}#repeat`,
  }
}

type Results = NonNullable<Family['results']>

/** A link to the results if some unread ones are not in the list. */
function unread(
  newest: readonly NewestResultView[] | null,
  shown: readonly (NewestResultView | null)[],
  shop: Shop,
): DueView[] {
  const people = (newest ?? []).filter(({ isUnread }) => isUnread)
  if (people.every((result) => shown.includes(result))) return []
  const { t } = textsOf(shop)
  return [
    {
      key: 'read',
      kind: 'read',
      title: t('catalogue.family.due.read', { count: people.length }),
      note: formatNames([...new Set(people.map(({ firstName }) => firstName))], shop.locale),
      path: pathOf('testResults'),
    },
  ]
}

function newestResults(results: Results, shop: Shop): NewestResultView[] {
  return results.flatMap(({ id, sampledAt, patients }) =>
    patients
      .filter(({ reportedCount }) => reportedCount > 0)
      .map((patient) => ({
        path: reportPath(id, patient),
        firstName: patient.firstName,
        name: `${patient.firstName} ${patient.lastName}`,
        tests: testsOf(patient),
        day: formatDayOf(sampledAt, shop, 'date'),
        isUnread: patient.unread,
        ...resultSentence(patient, shop),
      })),
  )
}

function resultSentence(
  patient: Results[number]['patients'][number],
  shop: Shop,
): Pick<NewestResultView, 'sentence' | 'shape'> {
  const { t } = textsOf(shop)
  const { outsideCount, valueCount, judgedCount, hasCritical } = patient
  const { reportedCount, preliminaryCount, analysisCount } = patient
  if (hasCritical) return { sentence: t('results.criticalMark'), shape: 'critical' }
  if (outsideCount > 0) return { sentence: t('results.summary.talk', { count: outsideCount }), shape: 'out' }
  if (valueCount > 0 && judgedCount >= valueCount && preliminaryCount === 0)
    return { sentence: t('results.summary.inside', { count: valueCount }), shape: 'in' }
  const ready = reportedCount - preliminaryCount
  if (ready === 0) return { sentence: t('results.status.preliminary'), shape: null }
  return { sentence: t('results.ready', { ready, count: analysisCount }), shape: null }
}

/** The order under way, as the start page shows it. */
export interface CurrentOrder {
  id: string
  number: string
  state: OpenOrderState
  patientNames: string[]
  analysisCount: number
  /** "Mon 23 Nov, 8:30" */
  visit: string
}

function currentOrderView(order: ListedOrder, shop: Shop): CurrentOrder {
  const { id, number, state, patientNames, analysisCount, visit } = order
  return {
    id,
    number,
    state: state as OpenOrderState,
    patientNames,
    analysisCount,
    visit: formatMoment(visit.start, shop),
  }
}
