import type { WireLaboratory } from '@shop/contract/laboratories'
import { comesHome } from '@shop/domain/laboratory'
import { redirect } from 'react-router'
import type { OrderDraftBody } from '../cart/cart-bodies.ts'
import { type CartSummary, summarizeCart } from '../cart/summarize-cart.server.ts'
import { attempt } from '../platform/forms/attempt.server.ts'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import {
  findCallableRegion,
  findCallableRegionByName,
  regionName,
} from '../platform/laboratory/callable-regions.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { afterVisit } from './after-visit.server.ts'
import { fieldsOfCall, readCallForm, typedCallFields } from './call-form.server.ts'
import { changeOrderDraft } from './change-order-draft.server.ts'
import { openCheckout } from './open-checkout.server.ts'
import { setCallDetails } from './set-call-details.server.ts'
import { instantOf, readSlotWeek, type SlotWeek } from './slot-week.server.ts'

export interface CallDetailsView {
  summary: CartSummary
  week: SlotWeek
  /** What the form starts with: half-filled, else chosen before, else of the last order. */
  values: Record<string, string>
  /** They were typed before a session ended. */
  isKept: boolean
  formOwner: string
}

/** Where and when a nurse comes; at a branch that has its own page. */
export async function readCallDetails(shop: Shop, request: Request): Promise<CallDetailsView> {
  const query = new URL(request.url).searchParams
  const open = await openCheckout(shop)
  const { laboratory } = open
  if (!comesHome(laboratory)) throw redirect(pathOf('nurseCheckoutDate'))
  const draft = open.records.draft.body
  const kept = await keptForm(shop, request)
  const [week, values] = await Promise.all([
    readSlotWeek({
      shop,
      laboratory,
      from: query.get('from'),
      day: query.get('day'),
      chosen: instantOf(kept?.visitDate) ?? (draft.callDetails?.visitDate || null),
    }),
    startValues(shop, draft, laboratory),
  ])
  return {
    summary: summarizeCart(open),
    week,
    values: kept ?? values,
    isKept: kept !== undefined,
    formOwner: formOwnerOf(open.owner),
  }
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
    // Who chose "a call in Minsk" has named the town already.
    const town = city ? findCallableRegionByName(city) : undefined
    return { ...(town ? { regionName: regionName(town, shop.locale) } : {}), phone }
  }
  return fieldsOfCall({ address: visit.address, phone: visit.phone ?? phone }, visit.regionName ?? '')
}

/** Keeps the call and goes on; another day or week keeps what is typed so far. */
export async function saveCallDetails(shop: Shop, texts: Record<string, string>) {
  return attempt({ shop, intent: 'save', texts }, async () => {
    if (texts.showDay || texts.showWeek) return showOtherDay(shop, texts)
    await setCallDetails({ shop, callStructureParams: readCallForm(texts) })
    return afterVisit(shop, 'callDetails')
  })
}

async function showOtherDay(shop: Shop, texts: Record<string, string>): Promise<Response> {
  await changeOrderDraft(shop, (draft) => ({ ...draft, typedCall: typedCallFields(texts) }))
  const [name, value] = texts.showDay ? ['day', texts.showDay] : ['from', texts.showWeek ?? '']
  return redirect(`${pathOf('callDetails')}?${new URLSearchParams([[name, value]])}`)
}
