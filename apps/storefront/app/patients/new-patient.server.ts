import { DEFAULT_DATE_OF_BIRTH, patientFromWire } from '@shop/contract/patients'
import { ADDED_PATIENT } from '../platform/forms/form-draft.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser } from '../platform/session/viewer.server.ts'

/** Endings by which a last name tells a man's from a woman's; such a one may be wrong for the next of the family. */
const GENDERED =
  /(?:[оеё]в|ин|ын|[иыо]й|ова|ева|ёва|ина|ына|ая|яя|ski|cki|dzki|ska|cka|dzka|owa|sky|skiy|skaya|[oe]v|[oe]va|in|ina)$/iu

/** The last name of the patient before, where all of a family spell it alike. */
function lastNameOfFamily(lastName: string): { lastName?: string } {
  return GENDERED.test(lastName) ? {} : { lastName }
}

/**
 * What stands in the form of a new patient, and who has been added just before on the way to `returnPath`. The first one
 * is most often the account's owner, so the name is proposed.
 */
export async function newPatient(
  shop: Shop,
  returnPath: string,
): Promise<{ initial: Record<string, string>; added: string[] }> {
  const patients = (await shop.api.patients()).map(patientFromWire)
  const ids = new URL(returnPath, 'http://shop.invalid').searchParams.getAll(ADDED_PATIENT)
  const added = patients.flatMap(({ id, firstName }) => (ids.includes(id) ? firstName : []))
  const last = patients.at(-1)
  if (last) {
    return { initial: { dateOfBirth: DEFAULT_DATE_OF_BIRTH, ...lastNameOfFamily(last.lastName) }, added }
  }
  const { firstName, lastName, dateOfBirth, gender } = await currentUser(shop)
  const initial = {
    firstName,
    lastName,
    dateOfBirth: dateOfBirth ?? DEFAULT_DATE_OF_BIRTH,
    ...(gender ? { gender: gender === 'M' ? 'MALE' : 'FEMALE' } : {}),
  }
  return { initial, added }
}
