import { setCallDetailsSchema } from '@shop/contract/cart'
import type { CallDetails } from '../cart/cart-bodies.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { findCallableRegionByName } from '../platform/laboratory/callable-regions.ts'

/** The call form's fields, in its order; the region is typed by name. */
export const CALL_FIELDS = [
  'regionName',
  'street',
  'houseNumber',
  'entranceNumber',
  'floorNumber',
  'apartmentNumber',
  'addressNotes',
  'phone',
] as const

/** What is kept of a half-filled form. */
export function typedCallFields(texts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(CALL_FIELDS.map((name) => [name, (texts[name] ?? '').slice(0, 500)]))
}

export function fieldsOfCall(
  call: Pick<CallDetails, 'address' | 'phone'>,
  regionName: string,
): Record<string, string> {
  const { locality: _locality, ...address } = call.address
  return { regionName, ...address, phone: call.phone }
}

type ReadCall =
  | { status: 'read'; callStructureParams: CallDetails }
  | { status: 'faulty'; fields: Record<string, FormMessage> }

/** The form as the call details of the contract, or the message of each field at fault. */
export function readCallForm(texts: Readonly<Record<string, string>>): ReadCall {
  const region = findCallableRegionByName(texts.regionName ?? '')
  const parsed = setCallDetailsSchema.safeParse({
    callStructureParams: {
      callableRegionId: region?.id,
      address: { ...texts, locality: region?.name ?? '' },
      phone: texts.phone ?? '',
      visitDate: texts.visitDate ?? '',
    },
  })
  if (parsed.success) return { status: 'read', callStructureParams: parsed.data.callStructureParams }
  const names = parsed.error.issues.map(({ path }) => String(path.at(-1)))
  const fields = names.map((name) => (name === 'callableRegionId' ? 'regionName' : name))
  return {
    status: 'faulty',
    fields: Object.fromEntries(fields.map((name) => [name, fault(name, texts[name])])),
  }
}

function fault(name: string, text: string | undefined): FormMessage {
  const worded = WORDED.find((one) => one === name) ?? 'any'
  return { key: `order.call.${text ? 'wrong' : 'missing'}.${worded}` }
}

/** Fields with words of their own; the others can only be too long. */
const WORDED = ['regionName', 'street', 'houseNumber', 'phone', 'visitDate'] as const
