import { setCallDetailsSchema } from '@shop/contract/cart'
import { LONGEST_ADDRESS_NOTES } from '@shop/contract/input-lengths'
import type { WireLaboratory } from '@shop/contract/laboratories'
import type { TextKey } from '@shop/texts/create-texts'
import { redirect } from 'react-router'
import type { HomeCall, OrderDraftBody } from '../cart/cart-records.server.ts'
import { changeOrderDraft } from '../cart/open-cart.server.ts'
import { readCallableRegions } from '../platform/catalogue/catalogue-cache.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { FieldFaults } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import type { CallableRegions } from '../platform/laboratory/callable-regions.ts'
import { findByName } from '../platform/laboratory/place-names.ts'
import { pathOf } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'
import { goOn, openVisit } from './open-checkout.server.ts'
import { setHomeCall } from './order-details.server.ts'
import type { RegionChoice } from './region-field.tsx'

/**
 * Where and when a nurse comes. `values`: what the form starts with: half-filled, or chosen before, or from
 * the last order.
 */
export async function loadCallDetails(shop: Shop, url: URL) {
  const { laboratory, draft, kept, shown, readWeek } = await openVisit(shop, url, 'callDetails')
  const regions = await readCallableRegions(shop)
  const start = kept ?? startValues(shop, { draft, laboratory, regions })
  const [slots, values] = await Promise.all([readWeek(), start])
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

/** The fields of the home visit's form, in order; the region is typed by name. */
const CALL_FIELDS = [
  'regionName',
  'street',
  'entranceNumber',
  'floorNumber',
  'addressNotes',
  'phone',
] as const

/** The fields stored for a half-filled form. */
export function typedCallFields(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    CALL_FIELDS.map((name) => [name, (texts[name] ?? '').slice(0, LONGEST_ADDRESS_NOTES)]),
  )
}

export function fieldsOfCall(
  call: Pick<HomeCall, 'address' | 'phone'>,
  regionName: string,
): Record<string, string> {
  const { locality: _, street, houseNumber, apartmentNumber, ...rest } = call.address
  const line = [street, houseNumber, apartmentNumber].filter(Boolean).join(', ')
  return { regionName, street: line, ...rest, phone: call.phone }
}

// The separators in postal addresses of the shop's countries.
const BEFORE_HOUSE = 'дом|house|nr|д|h'
const BEFORE_BUILDING = 'к|корп|корпус|блок|bud'
const BEFORE_FLAT = 'квартира|кватэра|кв|mieszkanie|mieszk|lok|flat|apt|ap|m'
const HOUSE = String.raw`\d+\s?\p{L}?(?:/\d+\p{L}?)?(?:,?\s*(?:${BEFORE_BUILDING})\.?\s*\d+)?`
const FLAT = String.raw`\d+\s?\p{L}?`
/** "улица Немига, 12, 48", "ул. 50 лет Победы 12-48", "Długa 5 m. 7": street, house and, if given, flat. */
const STREET_LINE = new RegExp(
  String.raw`^(.+?)[\s,]+(?:(?:${BEFORE_HOUSE})\.?\s*)?(${HOUSE})(?:(?:\s*-\s*|\s*,\s*|[\s,]+)(?:(?:${BEFORE_FLAT})\.?\s*)?(${FLAT}))?$`,
  'iu',
)

interface StreetLine {
  street: string
  houseNumber: string
  apartmentNumber: string
}

/**
 * Splits an address line. Three parts between commas are taken as they are; without a house number,
 * `houseNumber` is empty.
 */
export function splitStreetLine(line: string): StreetLine {
  const parts = line.split(',').map((part) => part.trim())
  const [street = '', house = '', flat = ''] = parts
  if (parts.length === 3 && /^\d/.test(house) && /^\d/.test(flat)) {
    return { street, houseNumber: house, apartmentNumber: flat }
  }
  // No address is longer, and the pattern would try every position of a long text.
  if (line.length > 300) return { street: line, houseNumber: '', apartmentNumber: '' }
  const [, name, houseNumber, apartmentNumber = ''] = STREET_LINE.exec(line.trim()) ?? []
  if (!name || !houseNumber) return { street: line.trim(), houseNumber: '', apartmentNumber: '' }
  return { street: name.trim(), houseNumber, apartmentNumber }
}

/** The form as the call details of the contract. @throws FieldFaults with the message of each invalid field */
export function readCallForm(texts: Readonly<Record<string, string>>, regions: CallableRegions): HomeCall {
  const region = findByName(texts.regionName ?? '', regions.byName)
  const parsed = setCallDetailsSchema.safeParse({
    callStructureParams: {
      callableRegionId: region?.id,
      address: { ...texts, ...splitStreetLine(texts.street ?? ''), locality: region?.name ?? '' },
      phone: texts.phone ?? '',
      visitDate: texts.visitDate ?? '',
    },
  })
  if (parsed.success) return parsed.data.callStructureParams
  const fields: Record<string, FormMessage> = {}
  for (const { path } of parsed.error.issues) {
    const part = String(path.at(-1))
    fields[FIELD_OF[part] ?? part] ??= fault(part, texts)
  }
  throw new FieldFaults(fields)
}

/** The form's fields for values that have another name in the contract. */
const FIELD_OF: Readonly<Record<string, string>> = {
  callableRegionId: 'regionName',
  houseNumber: 'street',
  apartmentNumber: 'street',
}

function fault(part: string, texts: Readonly<Record<string, string>>): FormMessage {
  const name = FIELD_OF[part] ?? part
  const text = texts[name]
  if (part === 'houseNumber' && text) return { key: 'order.call.missing.house' }
  const [missing, wrong] = MESSAGES[name] ?? (['forms.required.any', 'order.call.wrong.any'] as const)
  return { key: text ? wrong : missing }
}

/** Fields with messages of their own; the others can only be too long. */
const MESSAGES: Readonly<Record<string, readonly [missing: TextKey, wrong: TextKey]>> = {
  regionName: ['order.call.missing.regionName', 'order.call.wrong.regionName'],
  street: ['order.call.missing.street', 'order.call.wrong.street'],
  phone: ['forms.required.phone', 'forms.wrong.phone'],
  visitDate: ['order.visit.chooseTime', 'order.call.wrong.visitDate'],
}
