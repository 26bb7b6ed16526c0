import { Hl7Message } from '@medplum/core'
import { LOINC } from '@shop/contract/fhir'
import type { Answer, FhirPatient, ServiceRequest, Specimen } from '../fhir/requests.ts'
import type { OrderControl } from '../store.ts'
import { field, segment } from './encoding.ts'
import { writeDay, writeTime } from './time.ts'

/** The names of both sides, MSH-3 to MSH-6, and the zone and purpose of the messages. */
export interface Names {
  application: string
  facility: string
  laboratoryApplication: string
  laboratoryFacility: string
  /** P: production; T: training; D: debugging. HL7's table 0103. */
  processingId: string
  zone: string
}

/** The name of our analysis codes as a local coding system, in the form required by HL7's table 0396. */
export const LOCAL_CODES = '99SHOP'
export const LOINC_CODES = 'LN'

const SEX: Readonly<Record<FhirPatient['gender'], string>> = {
  male: 'M',
  female: 'F',
  other: 'O',
  unknown: 'U',
}

interface OrderMessage {
  controlId: string
  control: OrderControl
  patient: FhirPatient
  requests: readonly ServiceRequest[]
  specimens: ReadonlyMap<string, Specimen>
}

/** An OML^O21 (laboratory order): one patient, and a group of ORC, TQ1, OBR, NTE, OBX and SPM for each analysis. */
export function writeOrder(order: OrderMessage, names: Names, now: Date): Hl7Message {
  const { controlId, patient, requests } = order
  const [name] = patient.name
  const lines = [
    segment(
      'MSH',
      '^~\\&',
      field(names.application),
      field(names.facility),
      field(names.laboratoryApplication),
      field(names.laboratoryFacility),
      writeTime(now, names.zone),
      '',
      'OML^O21^OML_O21',
      controlId,
      names.processingId,
      '2.5.1',
    ),
    segment(
      'PID',
      '1',
      '',
      field(patient.id, '', '', names.application, 'PI'),
      '',
      field(name!.family, name!.given[0], name!.given.slice(1).join(' ')),
      '',
      writeDay(patient.birthDate),
      SEX[patient.gender],
    ),
    segment('PV1', '1', 'O', field(locationId(requests[0]!))),
    ...requests.flatMap((request, index) => writeRequest(request, index + 1, order, names)),
  ]
  return Hl7Message.parse(lines.join('\r'))
}

function writeRequest(
  request: ServiceRequest,
  set: number,
  { control, specimens }: OrderMessage,
  names: Names,
): string[] {
  const placer = field(placerOf(request), names.application)
  const { start, end } = request.occurrencePeriod ?? {}
  const time = (instant: string | undefined) => instant && writeTime(instant, names.zone)
  const order = segment(
    'ORC',
    control,
    placer,
    '',
    field(request.requisition.value, names.application),
    '',
    '',
    '',
    '',
    writeTime(request.authoredOn, names.zone),
  )
  const what = segment('OBR', String(set), placer, '', codeOf(request))
  if (control === 'CA') return [order, what]
  const kinds = request.specimen.flatMap(({ reference }) => specimens.get(reference)?.type?.text ?? [])
  return [
    order,
    segment('TQ1', '1', '', '', '', '', '', time(start), time(end), 'R'),
    what,
    ...request.note.map(({ text }, index) => segment('NTE', String(index + 1), 'P', field(text))),
    ...request.contained.map((answer, index) => answerSegment(answer, index + 1, names)),
    ...kinds.map((kind, index) =>
      segment(
        'SPM',
        String(index + 1),
        field(placerOf(request)).concat('&', field(names.application)),
        '',
        field('', kind),
      ),
    ),
  ]
}

/** An answer given before the visit: yes or no, a date, or a time. */
function answerSegment(
  { code, valueBoolean, valueDateTime = '' }: Answer,
  set: number,
  { zone }: Names,
): string {
  const loinc = code.coding.find(({ system }) => system === LOINC)
  const what = loinc
    ? field(loinc.code, code.text, LOINC_CODES)
    : field(code.coding[0]!.code, code.text, LOCAL_CODES)
  const [type, value] =
    valueBoolean !== undefined
      ? ['CE', valueBoolean ? field('Y', 'Yes', 'HL70136') : field('N', 'No', 'HL70136')]
      : valueDateTime.includes('T')
        ? ['TS', writeTime(valueDateTime, zone)]
        : ['DT', writeDay(valueDateTime)]
  return segment('OBX', String(set), type, what, '', value, '', '', '', '', '', 'F')
}

/** The number of the order and its line, as on the tube's label. */
export function placerOf({ identifier }: ServiceRequest): string {
  return identifier[0]!.value
}

function locationId({ locationReference }: ServiceRequest): string {
  const place = locationReference.find(({ reference }) => reference.startsWith('Location/'))
  return place?.reference.slice('Location/'.length) ?? ''
}

/** Our code, with LOINC's next to it if there is one. */
function codeOf({ code }: ServiceRequest): string {
  const own = code.coding.find(({ system }) => system !== LOINC)
  const loinc = code.coding.find(({ system }) => system === LOINC)
  const name = own?.display ?? code.text
  return loinc
    ? field(own?.code, name, LOCAL_CODES, loinc.code, loinc.display, LOINC_CODES)
    : field(own?.code, name, LOCAL_CODES)
}
