import { type Patient, patientFromWire } from '@shop/contract/patients'
import { todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '@shop/domain/age-in-words'
import { isOpenOrder, isUnpaid, type OrderState } from '@shop/domain/order-states'
import { formatDay, formatDayOf } from '@shop/texts/formats.server'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The order ended without having been paid. */
const isGivenUp = (state: OrderState) => isUnpaid(state) && !isOpenOrder(state)

export interface ListedPatient extends Patient {
  age: Age
  /** Date of birth in the reader's language. */
  born: string
  /** The newest order that was not abandoned; `date` in the reader's language. */
  lastOrder: { id: string; date: string } | null
}

/** The account's patients with their present age and their last order, in the order they were added. */
export async function loadPatients(shop: Shop): Promise<ListedPatient[]> {
  const { locale, businessTimeZone } = shop
  const today = todayIn(businessTimeZone, shop.now())
  const [patients, orders] = await Promise.all([shop.api.patients(), shop.api.orders()])
  return patients.map((wire) => {
    const patient = patientFromWire(wire)
    const order = orders.find(({ patientIds, state }) => patientIds.includes(patient.id) && !isGivenUp(state))
    return {
      ...patient,
      age: ageOf(patient.dateOfBirth, today),
      born: formatDay(patient.dateOfBirth, locale, 'date'),
      lastOrder: order
        ? {
            id: order.id,
            date: formatDayOf(order.createdAt, shop, 'date'),
          }
        : null,
    }
  })
}
