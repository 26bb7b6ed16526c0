import type { WireLaboratory } from '@shop/contract/laboratories'
import { ageInYears, todayIn } from '@shop/domain/age'
import { comesHome } from '@shop/domain/laboratory'
import { fastingHoursAt } from '@shop/domain/preparation'
import { visitMinutes } from '@shop/domain/visit-slots'
import { redirect } from 'react-router'
import { requestConfirmationMail } from '../account/confirm-email.server.ts'
import { visitStart } from '../cart/calculate-open-cart.ts'
import type { OrderDraftBody } from '../cart/cart-bodies.ts'
import { comingPatients } from '../cart/open-cart.server.ts'
import { summarizeCart } from '../cart/summarize-cart.server.ts'
import { readPlacesAround } from '../laboratories/branches.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import {
  CALLABLE_REGIONS,
  findCallableRegion,
  findCallableRegionByName,
  regionName,
} from '../platform/laboratory/callable-regions.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { fieldsOfCall, readCallForm, typedCallFields } from './call-form.server.ts'
import { changeOrderDraft, setCallDetails, setNurseCheckoutDate } from './change-order-draft.server.ts'
import { openCheckout, UNTIL_THE_VISIT } from './open-checkout.server.ts'
import type { RegionChoice } from './region-choice.ts'
import { instantOf, readSlotWeek, type VisitGroup } from './slot-week.server.ts'

/** The steps that choose a time: one for home visits, one for visits to a branch. */
type Step = 'callDetails' | 'nurseCheckoutDate'
/** The field with the time in each step's form. */
const TIME_FIELD = { callDetails: 'visitDate', nurseCheckoutDate: 'nurseCheckoutDate' } as const

/** What both steps show. A laboratory of the other kind redirects to the other step. */
async function openVisit(shop: Shop, url: URL, step: Step) {
  const open = await openCheckout(shop, UNTIL_THE_VISIT)
  const { laboratory } = open
  const right: Step = comesHome(laboratory) ? 'callDetails' : 'nurseCheckoutDate'
  if (step !== right) throw redirect(pathOf(right))
  const draft = open.records.draft.body
  const kept = await keptForm(shop, url)
  const query = url.searchParams
  const group = groupOf(open)
  const week = readSlotWeek({
    shop,
    laboratory,
    people: group.people,
    from: query.get('from'),
    day: query.get('day'),
    chosen: instantOf(kept?.[TIME_FIELD[step]]) ?? visitStart(draft, laboratory, shop.now()),
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
    week,
  }
}

/** What the choice of a time depends on besides the place: how many come, and whether any of them must fast. */
function groupOf(open: Awaited<ReturnType<typeof openCheckout>>): VisitGroup {
  const { shop, catalogue, laboratory, records } = open
  const { analysisIdsByPatientId } = records.cart.body.cart
  const coming = comingPatients(open)
  const start = visitStart(records.draft.body, laboratory, shop.now())
  const on = todayIn(shop.businessTimeZone, start ? new Date(start) : shop.now())
  const hoursOf = (analysisId: number) =>
    catalogue.analysesById.get(analysisId)?.preparation.fastingHours ?? 0
  return {
    people: coming.length,
    minutes: visitMinutes(coming.length),
    fasts: coming.some(({ id, dateOfBirth }) => {
      const hours = Math.max(...analysisIdsByPatientId[id]!.map(hoursOf))
      return fastingHoursAt(hours, ageInYears(dateOfBirth, on)) > 0
    }),
  }
}

/**
 * Where and when a nurse comes. `values`: what the form starts with: half-filled, or chosen before, or from
 * the last order.
 */
export async function loadCallDetails(shop: Shop, url: URL) {
  const { laboratory, draft, kept, shown, week } = await openVisit(shop, url, 'callDetails')
  const [slots, values] = await Promise.all([week, kept ?? startValues(shop, draft, laboratory)])
  const regions = CALLABLE_REGIONS.map((region): RegionChoice => {
    const shown = regionName(region, shop.locale)
    const names = new Set([region.name, region.names.en, shown])
    return { shown, names: [...names], price: region.price.price }
  })
  return { ...shown, week: slots, values, regions }
}

/** The place and the time at a branch, on one page. */
export async function loadNurseCheckoutDate(shop: Shop, url: URL) {
  const { laboratory, shown, week } = await openVisit(shop, url, 'nurseCheckoutDate')
  const [slots, places] = await Promise.all([week, readPlacesAround(shop, laboratory.id)])
  return { ...shown, week: slots, places }
}

async function startValues(
  shop: Shop,
  draft: OrderDraftBody,
  { address: { city } }: WireLaboratory,
): Promise<Record<string, string>> {
  if (draft.typedCall) return draft.typedCall
  if (draft.callDetails) {
    const region = findCallableRegion(draft.callDetails.callableRegionId)
    return fieldsOfCall(draft.callDetails, region ? regionName(region, shop.locale) : '')
  }
  const [orders, user] = await Promise.all([shop.api.orders(), currentUser(shop)])
  const phone = user.phone ?? ''
  const visit = orders.map((order) => order.visit).find(({ kind, address }) => kind === 'homeCall' && address)
  if (!visit?.address) {
    // The town is known from the choice of, for example, "home visits in Minsk".
    const town = city ? findCallableRegionByName(city) : undefined
    return { ...(town ? { regionName: regionName(town, shop.locale) } : {}), phone }
  }
  return fieldsOfCall({ address: visit.address, phone: visit.phone ?? phone }, visit.regionName ?? '')
}

/** Stores the home visit and continues; showing another day or week keeps what was typed so far. */
export async function saveCallDetails(shop: Shop, texts: Record<string, string>) {
  return runForm({ shop, intent: 'save', texts }, async () => {
    if (texts.showDay || texts.showWeek) return showOtherDay(shop, texts)
    await setCallDetails({ shop, callStructureParams: readCallForm(texts) })
    return goOn(shop, 'callDetails')
  })
}

async function showOtherDay(shop: Shop, texts: Record<string, string>): Promise<Response> {
  await changeOrderDraft(shop, (draft) => ({ ...draft, typedCall: typedCallFields(texts) }))
  const [name, value] = texts.showDay ? ['day', texts.showDay] : ['from', texts.showWeek ?? '']
  return redirect(`${pathOf('callDetails')}?${new URLSearchParams([[name, value]])}`)
}

/** Stores the chosen time and continues. */
export async function saveNurseCheckoutDate(shop: Shop, texts: Record<string, string>) {
  return runForm({ shop, intent: 'save', texts }, async () => {
    const { nurseCheckoutDate } = texts
    if (!nurseCheckoutDate) throw new FieldFaults({ nurseCheckoutDate: { key: 'order.visit.chooseTime' } })
    await setNurseCheckoutDate({ shop, nurseCheckoutDate })
    return goOn(shop, 'nurseCheckoutDate')
  })
}

/**
 * The step after the visit: Confirm if the e-mail address is confirmed, or else its confirmation, requesting the mail.
 */
async function goOn(shop: Shop, from: Step): Promise<Response> {
  const { emailConfirmed } = await currentUser(shop)
  if (emailConfirmed) return redirect(`${pathOf('dataConfirmed')}?backPathKey=${from}`)
  const mail = await requestConfirmationMail(shop)
  return redirect(`${pathOf('confirmEmailInOrder')}?mail=${mail}`)
}
