import { genderFromWire } from '@shop/contract/fields'
import { DEFAULT_DATE_OF_BIRTH, type Patient, patientFromWire } from '@shop/contract/patients'
import { todayIn } from '@shop/domain/age'
import { formOwnerOf, keptForm } from '../platform/forms/form-draft.server.ts'
import { ADDED_PATIENT, OTHER_THAN_OWNER } from '../platform/forms/form-draft.ts'
import { backPath } from '../platform/navigation/back-path.ts'
import { pathOf, type RouteKey } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { currentUser, viewerId } from '../platform/session/viewer.server.ts'

/** One of the account's patients. @throws Response 404 for another account's patient or an unknown one */
export async function loadPatient({ shop, patientId }: { shop: Shop; patientId: string }): Promise<Patient> {
  const found = (await shop.api.patients()).find(({ id }) => id === patientId)
  if (!found) throw new Response(null, { status: 404 })
  return patientFromWire(found)
}

/**
 * Endings that differ in the last names of men and women: such a name may be wrong for the next member of the family.
 */
const GENDERED =
  /(?:[оеё]в|ин|ын|[иыо]й|ова|ева|ёва|ина|ына|ая|яя|ski|cki|dzki|ska|cka|dzka|owa|sky|skiy|skaya|[oe]v|[oe]va|in|ina)$/iu

/** The last name of the previous patient, if the whole family spells it alike. */
function lastNameOfFamily(lastName: string): { lastName?: string } {
  return GENDERED.test(lastName) ? {} : { lastName }
}

/**
 * The initial values of a new patient's form, and the first names of those just added on the way to `returnPath`. The
 * first patient is usually the account's owner, whose name is proposed.
 */
export async function loadNewPatient(
  shop: Shop,
  returnPath: string,
  query: URLSearchParams,
): Promise<{ initial: Record<string, string>; added: string[] }> {
  const patients = (await shop.api.patients()).map(patientFromWire)
  const ids = new URL(returnPath, 'http://shop.invalid').searchParams.getAll(ADDED_PATIENT)
  const added = patients.flatMap(({ id, firstName }) => (ids.includes(id) ? firstName : []))
  const last = patients.at(-1)
  if (last) {
    return { initial: { dateOfBirth: DEFAULT_DATE_OF_BIRTH, ...lastNameOfFamily(last.lastName) }, added }
  }
  const { firstName, lastName, dateOfBirth, gender } = await currentUser(shop)
  if (query.has(OTHER_THAN_OWNER)) {
    return { initial: { dateOfBirth: DEFAULT_DATE_OF_BIRTH, ...lastNameOfFamily(lastName) }, added }
  }
  const initial = {
    firstName,
    lastName,
    dateOfBirth: dateOfBirth ?? DEFAULT_DATE_OF_BIRTH,
    ...(gender ? { gender: genderFromWire(gender) } : {}),
  }
  return { initial, added }
}

/** What a patient's form needs apart from the patient. */
export async function loadPatientForm(shop: Shop, url: URL) {
  return {
    /** `YYYY-MM-DD` in the laboratory's time zone: the latest possible date of birth. */
    today: todayIn(shop.businessTimeZone, shop.now()),
    formOwner: formOwnerOf(await viewerId(shop)),
    /** What had been typed when the session ended. */
    kept: await keptForm(shop, url),
  }
}
export type PatientFormData = Awaited<ReturnType<typeof loadPatientForm>>

/** Where a saved patient leads: the given return path (`backPathKey` or `pathnameToReturn`), else the list. */
export function pathAfterPatient(key: RouteKey, url: URL): string {
  return backPath(key, {}, url.searchParams) ?? pathOf('patientsList')
}
