import type { WireLaboratory } from '@shop/contract/laboratories'
import { redirect } from 'react-router'
import type { OrderDraftBody } from '../cart/cart-records.server.ts'
import { changeOrderDraft } from '../cart/open-cart.server.ts'
import { readCallableRegions } from '../platform/catalogue/catalogue-cache.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import { findByName } from '../platform/laboratory/place-names.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { fieldsOfCall, readCallForm, typedCallFields } from './call-form.server.ts'
import { setHomeCall } from './change-order-draft.server.ts'
import { goOn, openVisit } from './open-visit.server.ts'
import type { RegionChoice } from './region-field.tsx'

/**
 * Where and when a nurse comes. `values`: what the form starts with: half-filled, or chosen before, or from
 * the last order.
 */
export async function loadCallDetails(shop: Shop, url: URL) {
  const { laboratory, draft, kept, shown, week } = await openVisit(shop, url, 'callDetails')
  const regions = await readCallableRegions(shop)
  const start = kept ?? startValues(shop, { draft, laboratory, regions })
  const [slots, values] = await Promise.all([week, start])
  const choices = [...regions.byId.values()].map((region): RegionChoice => {
    const shown = region.names[shop.locale]
    const names = new Set([region.name, region.names.en, shown])
    return { shown, names: [...names], price: region.price.price }
  })
  return { ...shown, week: slots, values, regions: choices }
}

async function startValues(
  shop: Shop,
  {
    draft,
    laboratory,
    regions,
  }: { draft: OrderDraftBody; laboratory: WireLaboratory; regions: CallableRegions },
): Promise<Record<string, string>> {
  if (draft.typedCall) return draft.typedCall
  if (draft.homeCall) {
    const region = regions.byId.get(draft.homeCall.callableRegionId)
    return fieldsOfCall(draft.homeCall, region?.names[shop.locale] ?? '')
  }
  const [orders, user] = await Promise.all([shop.api.orders(), currentUser(shop)])
  const phone = user.phone ?? ''
  const visit = orders.map((order) => order.visit).find(({ kind, address }) => kind === 'homeCall' && address)
  if (!visit?.address) {
    // The town is known from the choice of, for example, "home visits in Minsk".
    const { city } = laboratory.address
    const town = city ? findByName(city, regions.byName) : undefined
    return { ...(town ? { regionName: town.names[shop.locale] } : {}), phone }
  }
  return fieldsOfCall({ address: visit.address, phone: visit.phone ?? phone }, visit.regionName ?? '')
}

/** Stores the home visit and continues; showing another day or week keeps what was typed so far. */
export async function changeCallDetails(shop: Shop, texts: Record<string, string>) {
  return runForm({ shop, intent: 'save', texts }, async () => {
    if (texts.showDay || texts.showWeek) return showOtherDay(shop, texts)
    await setHomeCall({ shop, callStructureParams: readCallForm(texts, await readCallableRegions(shop)) })
    return goOn(shop, 'callDetails')
  })
}

async function showOtherDay(shop: Shop, texts: Record<string, string>): Promise<Response> {
  await changeOrderDraft(shop, (draft) => ({ ...draft, typedCall: typedCallFields(texts) }))
  const [name, value] = texts.showDay ? ['day', texts.showDay] : ['from', texts.showWeek ?? '']
  return redirect(`${pathOf('callDetails')}?${new URLSearchParams([[name, value]])}`)
}
