import { registrationSchema } from '@shop/contract/accounts'
import { genderToWire } from '@shop/contract/fields'
import type { PatientDetails } from '@shop/contract/patients'
import { registrationDocuments } from '../documents/registration-documents.server.ts'
import { createOnce, readPatient, withAdded } from '../patients/save-patient.server.ts'
import {
  type FormProblem,
  formProblem,
  formTexts,
  parseMessages,
  refuse,
  refuseProblem,
} from '../platform/forms/form-failure.server.ts'
import type { FormFailure, FormMessage } from '../platform/forms/form-failure.ts'
import { logOut } from '../platform/session/session.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { readAcceptedDocuments } from './accepted-documents.server.ts'
import { guestApi } from './guest-api.server.ts'
import { startSession } from './start-session.server.ts'

const BAD_REQUEST = 400
const intent = 'register'
/** The specification's words for any registration that fails; the reason stands under it. */
const title: FormMessage = { key: 'messages:duplicatingFieldsFound' }

/** Registers and logs in. The token is cleared first, and its session ended. */
export async function register({ shop, form }: { shop: Shop; form: FormData }) {
  await logOut(shop)
  const texts = formTexts(form)
  const acceptedDocuments = readAcceptedDocuments(form)
  // Who orders for somebody else only unticks the box.
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
  try {
    const fields = { ...own?.fields, ...(parsed.success ? {} : parseMessages(parsed.error, texts)) }
    if (await isSomeDocumentLeft(shop, acceptedDocuments)) {
      fields.acceptedDocuments = { key: 'forms.required.acceptedDocuments' }
    }
    if (!parsed.success || Object.keys(fields).length > 0) {
      return refuse({ intent, texts, title: { key: 'forms.checkFields' }, fields })
    }
    const { accessToken, user } = await guestApi(shop).register(parsed.data)
    const path = texts.pathnameToReturn
    const id = own?.patient && (await createFirst(shop, accessToken, own.patient))
    const pathnameToReturn = path && id ? withAdded(path, id) : path
    return await startSession({ shop, accessToken, user, pathnameToReturn })
  } catch (error) {
    return refused(formProblem(shop, error, texts), texts)
  }
}

/** The account's owner as its first patient; a failure does not undo the registration, the next page asks for patients anyway. */
async function createFirst(shop: Shop, token: string, patient: PatientDetails): Promise<string | null> {
  const { locale, requestId, clientAddress, userAgent } = shop
  const api = shop.createApi({ token, locale, requestId, clientAddress, userAgent })
  return createOnce({ api }, patient).catch((error: Error) => {
    shop.logger.warn({ error: error.name }, 'no first patient after registration')
    return null
  })
}

async function isSomeDocumentLeft(shop: Shop, accepted: { slug: string; version: string }[]) {
  const documents = await registrationDocuments(shop)
  return documents.some(
    ({ slug, version }) => !accepted.some((one) => one.slug === slug && one.version === version),
  )
}

function refused(problem: FormProblem, texts: Record<string, string>) {
  const { status, code } = problem
  const userExists = status === BAD_REQUEST && (code === null || code === 'user_exists')
  const fields: FormFailure['fields'] = userExists ? { email: { key: 'messages:suchUserExists' } } : {}
  return refuseProblem({ intent, texts, title, fields }, problem)
}
