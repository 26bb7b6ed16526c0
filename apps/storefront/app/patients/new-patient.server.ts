import { DEFAULT_DATE_OF_BIRTH } from '@shop/contract/patients'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'

/** What stands in the form of a new patient. The first one is most often the account's owner, so the name is proposed. */
export async function newPatient(shop: Shop): Promise<Record<string, string>> {
  const patients = await shop.api.patients()
  if (patients.length > 0) return { dateOfBirth: DEFAULT_DATE_OF_BIRTH }
  const { firstName, lastName, dateOfBirth, gender } = await currentUser(shop)
  return {
    firstName,
    lastName,
    dateOfBirth: dateOfBirth ?? DEFAULT_DATE_OF_BIRTH,
    ...(gender ? { gender: gender === 'M' ? 'MALE' : 'FEMALE' } : {}),
  }
}
