import {
  DEFAULT_DATE_OF_BIRTH,
  type PatientDetails,
  patientPayloadSchema,
  patientToWire,
} from '@shop/contract/patients'
import { fieldErrors } from '@shop/contract/problem'
import { GENDERS } from '@shop/domain/gender'
import { matchPath, redirect } from 'react-router'
import { ADDED_PATIENT, BIRTH_ASKED, OTHER_THAN_OWNER, SAVE_AND_MORE } from '../platform/forms/form-draft.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'
import { FieldFaults, fieldMessages } from '../platform/forms/read-form.server.ts'
import { runForm } from '../platform/forms/run-form.server.ts'
import { NAVIGATION } from '../platform/navigation/navigation.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

/** The fields of a person in the order of every form for one. */
export const PERSON_FIELDS = ['firstName', 'lastName', 'gender', 'dateOfBirth'] as const

type ReadPatient =
  | { patient: PatientDetails; fields?: undefined }
  | { patient?: undefined; fields: Record<string, FormMessage> }

/** The patient in a form's texts, or the message of each field at fault. */
export function readPatient(texts: Record<string, string>): ReadPatient {
  const { firstName = '', lastName = '', dateOfBirth = '' } = texts
  const gender = GENDERS.find((one) => one === texts.gender)
  const patient = { firstName, lastName, dateOfBirth, gender: gender ?? 'FEMALE' }
  const parsed = patientPayloadSchema.safeParse(patientToWire(patient))
  const fields = parsed.success ? {} : fieldMessages(fieldErrors(parsed.error), texts)
  if (!gender) fields.gender = { key: 'forms.required.gender' }
  return Object.keys(fields).length > 0 ? { fields } : { patient }
}

interface SavePatient {
  shop: Shop
  texts: Record<string, string>
  /** null: the form's mode is create. */
  patientId: string | null
  /** The path that a saved patient leads to. */
  returnPath: string
}

/** Whether the path is that of the page on which patients are chosen. */
export function isPathOfChoice(path: string): boolean {
  return matchPath(NAVIGATION.addToCart.path, new URL(path, 'http://shop.invalid').pathname) !== null
}

/** The path of the form for a new patient, which leads back. `isOther`: the account's owner is not to be a patient. */
export function newPatientPath(pathnameToReturn: string, { isOther = false } = {}): string {
  const query = new URLSearchParams({ pathnameToReturn, ...(isOther ? { [OTHER_THAN_OWNER]: '1' } : {}) })
  return `${NAVIGATION.createPatient.path}?${query}`
}

/** Adds the new patient to those chosen, if the path is that of the page on which patients are chosen. */
export function withAdded(path: string, patientId: string): string {
  const url = new URL(path, 'http://shop.invalid')
  if (!isPathOfChoice(path)) return path
  if (!url.searchParams.has(ADDED_PATIENT, patientId)) url.searchParams.append(ADDED_PATIENT, patientId)
  return `${url.pathname}${url.search}`
}

/** Creates or edits a patient, then redirects to the return path. After a failure the form stays. */
export async function savePatient({ shop, texts, patientId, returnPath }: SavePatient) {
  return runForm({ shop, intent: 'savePatient', texts, order: PERSON_FIELDS }, async () => {
    const { patient, fields } = readPatient(texts)
    // Proposed by us and easily overlooked, although ranges, fasting and rules depend on the age.
    const isBirthAsked =
      patientId === null && texts.dateOfBirth === DEFAULT_DATE_OF_BIRTH && !texts[BIRTH_ASKED]
    if (!patient || isBirthAsked) {
      throw new FieldFaults({
        ...fields,
        ...(isBirthAsked ? { dateOfBirth: { key: 'patients.isBirthRight' } } : {}),
      })
    }
    if (patientId !== null) {
      await shop.api.editPatient(patientId, patientToWire(patient))
      return redirect(returnPath)
    }
    const { id } = await shop.api.createPatient(patientToWire(patient), { userAsPatient: 'false' })
    const path = withAdded(returnPath, id)
    if (texts.intent !== SAVE_AND_MORE) return redirect(path)
    return redirect(newPatientPath(path))
  })
}
