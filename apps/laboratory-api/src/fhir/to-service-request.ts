import { LOINC, ROLE_CODE } from '@shop/contract/fhir'
import type { ReadAnswer, ReadableAnswer } from '../answers/read-answers.ts'
import { homeVisitsIn } from '../orders/laboratory-name.ts'
import { textsIn } from '../texts.ts'
import { inZoneOf, samplingIn } from './fhir-time.ts'
import type { RequestRow } from './request-queries.ts'
import { serviceRequestId, serviceRequestLabel } from './service-request-id.ts'
import type { Writing } from './systems.ts'
import { toAnswerObservation } from './to-answer-observation.ts'

/** One ordered analysis of one patient. */
export function toServiceRequest(row: RequestRow, writing: Writing, answers: readonly ReadAnswer[]) {
  const { systems, zone } = writing
  const { order, line, lastUpdated } = row
  const id = serviceRequestId(order.id, line.position)
  const { code, loinc, name } = line
  const home = homeOf(row)
  const notes = notesOf(row)
  const supporting = answersFor(row, answers).map((answer) => toAnswerObservation(answer, writing))
  const contained = [...(home ? [home] : []), ...supporting]
  return {
    resourceType: 'ServiceRequest',
    id,
    meta: { lastUpdated: lastUpdated.toISOString() },
    identifier: [{ system: systems.serviceRequest, value: serviceRequestLabel(order.number, line.position) }],
    requisition: { system: systems.orderNumber, value: order.number },
    status: row.status,
    intent: 'order',
    code: {
      coding: [
        { system: systems.analysis, code, display: name.en },
        ...(loinc ? [{ system: LOINC, code: loinc }] : []),
      ],
      text: name.ru,
    },
    subject: { reference: `Patient/${line.patientId}` },
    occurrencePeriod: { start: inZoneOf(zone, order.visitStart), end: inZoneOf(zone, order.visitEnd) },
    authoredOn: inZoneOf(zone, order.createdAt),
    ...(order.visitKind === 'homeCall'
      ? { locationCode: [{ coding: [{ system: ROLE_CODE, code: 'PTRES', display: "Patient's Residence" }] }] }
      : {}),
    ...(contained.length > 0 ? { contained } : {}),
    ...(supporting.length > 0
      ? { supportingInfo: supporting.map(({ id }) => ({ reference: `#${id}` })) }
      : {}),
    locationReference: [
      { reference: `Location/${order.laboratoryId}` },
      ...(home ? [{ reference: `#${home.id}` }] : []),
    ],
    specimen: [{ reference: `Specimen/${id}` }],
    ...(notes.length > 0 ? { note: notes.map((text) => ({ text })) } : {}),
  }
}

/** The answers of the patient to the questions of this analysis. */
function answersFor({ order, line }: RequestRow, answers: readonly ReadAnswer[]): ReadableAnswer[] {
  const asks = line.preparation?.asks ?? []
  return answers.filter(
    (one): one is ReadableAnswer =>
      one.answer !== null &&
      one.orderId === order.id &&
      one.patientId === line.patientId &&
      asks.includes(one.question),
  )
}

/** The address of a home visit; erased with the account that gave it. */
function homeOf({ order: { visitKind, address, phone } }: RequestRow) {
  if (visitKind !== 'homeCall' || !address) return null
  const { locality, street, houseNumber, entranceNumber, floorNumber, apartmentNumber, addressNotes } =
    address
  // As addresses are written there, whatever the language.
  const t = textsIn('ru')
  const line = [
    `${street}, ${houseNumber}`,
    entranceNumber && t('order.place.entrance', { number: entranceNumber }),
    floorNumber && t('order.place.floor', { number: floorNumber }),
    apartmentNumber && t('order.place.flat', { number: apartmentNumber }),
  ].filter(Boolean)
  return {
    resourceType: 'Location',
    id: 'home',
    mode: 'instance',
    ...(addressNotes ? { description: addressNotes } : {}),
    ...(phone ? { telecom: [{ system: 'phone', value: phone }] } : {}),
    address: { use: 'home', line, ...(locality ? { city: locality } : {}) },
  }
}

function notesOf({ patient }: RequestRow): string[] {
  return [
    // The reference ranges of many analyses differ in pregnancy.
    ...(patient.pregnant ? ['The patient is pregnant.'] : []),
    ...patient.broughtMaterials.map(({ name }) => `The patient brings: ${name.ru}`),
  ]
}

/** A patient with what the laboratory needs to label the tube and to choose the reference range. */
export function toPatient({ patient, lastUpdated }: RequestRow) {
  return {
    resourceType: 'Patient',
    id: patient.patientId,
    meta: { lastUpdated: lastUpdated.toISOString() },
    name: [{ use: 'official', family: patient.lastName, given: [patient.firstName] }],
    gender: patient.gender === 'M' ? 'male' : 'female',
    birthDate: patient.dateOfBirth,
  }
}

/** The place of the visit, or the laboratory whose nurse comes. */
export function toLocation({ order }: RequestRow) {
  const { laboratory } = order
  const { city, address } = laboratory
  return {
    resourceType: 'Location',
    id: String(order.laboratoryId),
    status: 'active',
    name: laboratory.callable ? homeVisitsIn(laboratory, 'en') : `${city.en}, ${address.en}`,
    mode: 'instance',
    address: { use: 'work', line: [address.ru], city: city.ru },
  }
}

/** The sample to take and, once it is taken, when that was. */
export function toSpecimen({ order, line, result }: RequestRow, kind: string | null, { zone }: Writing) {
  const id = serviceRequestId(order.id, line.position)
  const { specimenIdentifier, specimen, collectedAt } = result ?? {}
  const [system, value] = specimenIdentifier?.split('|') ?? []
  const words = specimen ?? kind
  return {
    resourceType: 'Specimen',
    id,
    ...(value ? { identifier: [{ ...(system ? { system } : {}), value }] } : {}),
    status: collectedAt ? 'available' : 'unavailable',
    ...(words ? { type: { text: words } } : {}),
    subject: { reference: `Patient/${line.patientId}` },
    request: [{ reference: `ServiceRequest/${id}` }],
    ...(collectedAt ? { collection: { collectedDateTime: samplingIn(zone, collectedAt) } } : {}),
  }
}
