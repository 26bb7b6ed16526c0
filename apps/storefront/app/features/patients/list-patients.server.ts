import { type Patient, patientFromWire } from '@shop/contract/patients'
import { todayIn } from '@shop/domain/age'
import { type Age, ageOf } from '../../age-in-words.ts'
import { formatDay } from '../../format-dates.server.ts'
import type { Shop } from '../../shop-context.server.ts'

export interface ListedPatient extends Patient {
  age: Age
  /** Date of birth in the reader's language. */
  born: string
}

/** The account's patients with their age of today, in the order they were added. */
export async function listPatients(shop: Shop): Promise<ListedPatient[]> {
  const today = todayIn(shop.businessTimeZone, shop.now())
  const patients = await shop.api.patients()
  return patients.map((wire) => {
    const patient = patientFromWire(wire)
    const { dateOfBirth } = patient
    return { ...patient, age: ageOf(dateOfBirth, today), born: formatDay(dateOfBirth, shop.locale, 'birth') }
  })
}
