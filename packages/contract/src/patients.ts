import type { Gender } from '@shop/domain/gender'
import { z } from 'zod'
import {
  dateOfBirthSchema,
  genderFromWire,
  genderToWire,
  personalIdSchema,
  personNameSchema,
  wireGenderSchema,
} from './fields.ts'
import { LONGEST_ADDRESS_NOTES, LONGEST_ADDRESS_PART, LONGEST_EMAIL, LONGEST_PHONE } from './input-lengths.ts'

const part = z.string().max(LONGEST_ADDRESS_PART).default('')

/** The specification sends an address, always empty. */
const NO_ADDRESS = {
  country: '',
  region: '',
  locality: '',
  district: '',
  street: '',
  houseNumber: '',
  entranceNumber: '',
  floorNumber: '',
  apartmentNumber: '',
  addressNotes: '',
}

export const patientPayloadSchema = z
  .object({
    address: z
      .object({
        country: part,
        region: part,
        locality: part,
        district: part,
        street: part,
        houseNumber: part,
        entranceNumber: part,
        floorNumber: part,
        apartmentNumber: part,
        addressNotes: z.string().max(LONGEST_ADDRESS_NOTES).default(''),
      })
      .optional(),
    personalDetails: z.object({
      firstName: personNameSchema,
      lastName: personNameSchema,
      gender: wireGenderSchema,
      dateOfBirth: dateOfBirthSchema,
      email: z.string().max(LONGEST_EMAIL).nullish(),
      phone: z.string().max(LONGEST_PHONE).nullish(),
    }),
  })
  .meta({
    id: 'PatientPayload',
    example: {
      address: NO_ADDRESS,
      personalDetails: {
        firstName: 'Anna',
        lastName: 'Kowalska',
        gender: 'F',
        dateOfBirth: '1990-04-12',
        email: null,
        phone: null,
      },
    },
  })
export type PatientPayload = z.infer<typeof patientPayloadSchema>

export const wirePatientSchema = z
  .object({
    id: personalIdSchema,
    personalDetails: z.object({
      firstName: z.string(),
      lastName: z.string(),
      gender: wireGenderSchema,
      dateOfBirth: z.string(),
    }),
  })
  .meta({
    id: 'Patient',
    example: {
      id: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
      personalDetails: { firstName: 'Anna', lastName: 'Kowalska', gender: 'F', dateOfBirth: '1990-04-12' },
    },
  })
export type WirePatient = z.infer<typeof wirePatientSchema>

/** A patient as the client sees it. */
export interface Patient {
  id: string
  firstName: string
  lastName: string
  gender: Gender
  dateOfBirth: string
}
export type PatientDetails = Omit<Patient, 'id'>

export const DEFAULT_DATE_OF_BIRTH = '2000-01-01'

export function patientFromWire({ id, personalDetails }: WirePatient): Patient {
  return { id, ...personalDetails, gender: genderFromWire(personalDetails.gender) }
}

/** The payload of the specification: the address fields are all empty, e-mail and phone are null. */
export function patientToWire(patient: PatientDetails): PatientPayload {
  const { firstName, lastName, gender, dateOfBirth } = patient
  return {
    address: NO_ADDRESS,
    personalDetails: {
      firstName,
      lastName,
      gender: genderToWire(gender),
      dateOfBirth,
      email: null,
      phone: null,
    },
  }
}
