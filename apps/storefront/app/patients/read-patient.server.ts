import { type PatientDetails, patientPayloadSchema, patientToWire } from '@shop/contract/patients'
import type { Gender } from '@shop/domain/gender'
import { parseMessages } from '../platform/forms/form-failure.server.ts'
import type { FormMessage } from '../platform/forms/form-failure.ts'

const GENDERS: readonly Gender[] = ['MALE', 'FEMALE']

type ReadPatient =
  | { patient: PatientDetails; fields?: undefined }
  | { patient?: undefined; fields: Record<string, FormMessage> }

/** A patient of a form's texts, or the message of each field at fault. */
export function readPatient(texts: Record<string, string>): ReadPatient {
  const { firstName = '', lastName = '', dateOfBirth = '' } = texts
  const gender = GENDERS.find((one) => one === texts.gender)
  const patient = { firstName, lastName, dateOfBirth, gender: gender ?? 'FEMALE' }
  const parsed = patientPayloadSchema.safeParse(patientToWire(patient))
  const fields = parsed.success ? {} : parseMessages(parsed.error, texts)
  if (!gender) fields.gender = { key: 'forms.required.gender' }
  return Object.keys(fields).length > 0 ? { fields } : { patient }
}
