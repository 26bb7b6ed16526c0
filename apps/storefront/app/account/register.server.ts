import { registrationSchema } from '@shop/contract/accounts'
import { genderToWire } from '@shop/contract/fields'
import { type PatientDetails, patientToWire } from '@shop/contract/patients'
import { fieldErrors } from '@shop/contract/problem'
import { loadRegistrationDocuments } from '../documents/load-documents.server.ts'
import { newPatientPath, PERSON_FIELDS, readPatient, withAdded } from '../patients/save-patient.server.ts'
import { FieldFaults, fieldMessages } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { logOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { guestApi } from '../platform/session/shop-context.server.ts'
import { readAcceptedDocuments } from './accept-documents.server.ts'
import { pathAfterLogin } from './return-path.server.ts'
import { startSession } from './start-session.server.ts'

/** The specification's words for any failed registration; the reason is shown below them. */
const title = { key: 'messages:duplicatingFieldsFound' } as const
const bare = { 400: 'user_exists' } as const

/** The `intent` of the button that continues with the next patient of the family. */
const REGISTER_AND_ADD = 'registerAndAdd'

interface Register {
  shop: Shop
  texts: Record<string, string>
  form: FormData
}

/** Registers and logs in. First the token is cleared and its session ended. */
export async function register({ shop, texts, form }: Register) {
  await logOut(shop)
  return runForm({ shop, intent: 'register', texts, order: PERSON_FIELDS, title, bare }, async () => {
    const { account, patient } = await readRegistration({ shop, texts, form })
    const { accessToken, user } = await guestApi(shop).register(account)
    const path = texts.pathnameToReturn
    const id = patient && (await createFirst(shop, accessToken, patient))
    const chosen = path && id ? withAdded(path, id) : path
    const pathnameToReturn =
      texts.intent === REGISTER_AND_ADD && chosen
        ? newPatientPath(pathAfterLogin(chosen), { isOther: !patient })
        : chosen
    return startSession({ shop, accessToken, user, pathnameToReturn })
  })
}

/**
 * The account and, unless it orders only for someone else, its owner as a patient.
 * @throws FieldFaults for all fields together
 */
async function readRegistration({ shop, texts, form }: Register) {
  const acceptedDocuments = readAcceptedDocuments(form)
  // A customer who orders only for someone else unticks the box.
  const own = form.has('isPatient') ? readPatient(texts) : null
  const parsed = registrationSchema.safeParse({
    email: texts.email,
    password: texts.password,
    firstName: texts.firstName,
    lastName: texts.lastName,
    phone: texts.phone || null,
    locale: shop.locale,
    ...(own?.patient && { dateOfBirth: own.patient.dateOfBirth, gender: genderToWire(own.patient.gender) }),
    acceptedDocuments,
  })
  const fields = {
    ...own?.fields,
    ...(parsed.success ? {} : fieldMessages(fieldErrors(parsed.error), texts)),
  }
  if (await isSomeDocumentLeft(shop, acceptedDocuments)) {
    fields.acceptedDocuments = { key: 'forms.required.acceptedDocuments' }
  }
  if (!parsed.success || Object.keys(fields).length > 0) throw new FieldFaults(fields)
  return { account: parsed.data, patient: own?.patient }
}

/**
 * Creates the account's owner as its first patient. A failure does not undo the registration: the next page asks for
 * patients anyway.
 */
async function createFirst(shop: Shop, token: string, patient: PatientDetails): Promise<string | null> {
  const { locale, requestId, clientAddress, userAgent } = shop
  const api = shop.createApi({ token, locale, requestId, clientAddress, userAgent })
  const created = api.createPatient(patientToWire(patient), { userAsPatient: 'true' })
  return created.then(
    ({ id }) => id,
    (error: Error) => {
      shop.logger.warn({ error: error.name }, 'the first patient could not be added after registration')
      return null
    },
  )
}

async function isSomeDocumentLeft(shop: Shop, accepted: { slug: string; version: string }[]) {
  const documents = await loadRegistrationDocuments(shop)
  return documents.some(
    ({ slug, version }) => !accepted.some((one) => one.slug === slug && one.version === version),
  )
}
