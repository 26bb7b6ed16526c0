import type { PatientPayload, WirePatient } from './patients.ts'

/** What is known of a patient, as the main API stores it. */
export type Person = Pick<
  PatientPayload['personalDetails'],
  'firstName' | 'lastName' | 'gender' | 'dateOfBirth'
>

/** The person in a payload, whose address, e-mail address and phone number belong to the order, or in an answer. */
export function personFromWire({ personalDetails }: { personalDetails: Person }): Person {
  const { firstName, lastName, gender, dateOfBirth } = personalDetails
  return { firstName, lastName, gender, dateOfBirth }
}

export function personToWire({ id, ...person }: Person & { id: string }): WirePatient {
  return { id, personalDetails: personFromWire({ personalDetails: person }) }
}

/** The payload that corrects a person: nothing else of it is kept. */
export const personPayload = (person: Person): PatientPayload => ({ personalDetails: person })

/** The path by which a refusal names a field of a person. */
export const personPath = (field: keyof Person) => `personalDetails.${field}`
