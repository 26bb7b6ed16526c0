import type { Hl7Segment } from '@medplum/core'
import { INTERPRETATION, isWithoutContent, LOINC, SNOMED, UCUM } from '@shop/contract/fhir'
import type { ErrorCode } from './acknowledge.ts'
import { read, repetitions } from './encoding.ts'
import { readTime } from './time.ts'
import { LOCAL_CODES, LOINC_CODES } from './write-order.ts'

/** Reports a field that is not understood. */
export type Fault = (field: number, code: ErrorCode, message: string) => void

export interface Coding {
  system: string
  code: string
}

const DELETED = 'D'
/** OBX-11 (table 0085) in FHIR's terms; null: there is no value to report. */
const STATUS: Readonly<Record<string, string | null>> = {
  F: 'final',
  P: 'preliminary',
  R: 'preliminary',
  S: 'preliminary',
  C: 'corrected',
  X: 'cancelled',
  W: 'entered-in-error',
  I: 'registered',
  O: null,
  N: null,
  [DELETED]: null,
}
/** Codes of OBX-8 (table 0078) that do not judge the value: a trend, or a value beyond the instrument's scale. */
const SILENT = new Set(['', '<', '>', 'U', 'D', 'B', 'W', 'NULL'])

export interface ReadObservation {
  codings: Coding[]
  /** Null: there is no value to report. */
  resource: Record<string, unknown> | null
  /** A stored value of this code is no longer valid. */
  isDeleted: boolean
}

interface Systems {
  /** The main API's code systems of analyses and their components. */
  analysis: string
  component: string
}

/** An OBX with the notes that follow it. */
export function readObservation(
  obx: Hl7Segment,
  notes: readonly string[],
  { zone, systems, fault }: { zone: string; systems: Systems; fault: Fault },
): ReadObservation {
  const codings = readCode(obx, 3, systems)
  if (codings.length === 0) fault(3, '103', `a code of ${LOINC_CODES} or ${LOCAL_CODES} is expected`)
  const given = read(obx, 11).toUpperCase()
  if (!Object.hasOwn(STATUS, given)) fault(11, '103', `one of ${Object.keys(STATUS).join(', ')} is expected`)
  const status = STATUS[given]
  if (!status) return { codings, resource: null, isDeleted: given === DELETED }
  const time = read(obx, 14)
  const effective = time ? readTime(time, zone) : null
  if (time && !effective) fault(14, '102', 'a time stamp is expected')
  const method = read(obx, 17, 2) || read(obx, 17)
  const interpretation = readInterpretation(obx)
  return {
    codings,
    isDeleted: false,
    resource: {
      resourceType: 'Observation',
      status,
      code: { coding: codings },
      ...(isWithoutContent(status) ? {} : readValue(obx, fault)),
      ...(interpretation.length > 0 ? { interpretation } : {}),
      ...readRange(obx),
      ...(effective ? { effectiveDateTime: effective } : {}),
      ...(method ? { method: { text: method } } : {}),
      ...(notes.length > 0 ? { note: notes.map((text) => ({ text })) } : {}),
    },
  }
}

/** The codes of a CWE that the main API knows: LOINC's and our own. */
export function readCode(from: Hl7Segment, index: number, { analysis, component }: Systems): Coding[] {
  return [1, 4].flatMap((first) => {
    const code = read(from, index, first)
    const system = read(from, index, first + 2).toUpperCase()
    if (code === '') return []
    if (system === LOINC_CODES) return [{ system: LOINC, code }]
    if (system !== LOCAL_CODES) return []
    // If an analysis has only one value, the value has the code of the analysis.
    return [{ system: code.includes('-') ? component : analysis, code }]
  })
}

function readValue(obx: Hl7Segment, fault: Fault): Record<string, unknown> {
  const type = read(obx, 2).toUpperCase()
  const isEmpty = repetitions(obx, 5) === 0 || obx.getField(5)?.toString() === ''
  if (isEmpty || obx.getField(5)?.toString() === '""') {
    fault(5, '101', 'a value is expected, or OBX-11 X')
    return {}
  }
  if (type === 'NM') return readNumber(obx, fault)
  if (type === 'SN') return readStructured(obx, fault)
  if (type === 'ST' || type === 'TX' || type === 'FT') {
    const lines = Array.from({ length: repetitions(obx, 5) }, (_, at) => read(obx, 5, 1, at))
    const words = lines.join('\n')
    return readNumberInWords(words, obx, fault) ?? { valueString: words }
  }
  if (type === 'CE' || type === 'CWE' || type === 'CNE') return readCoded(obx)
  fault(2, '102', 'NM, SN, ST, TX, FT, CE, CWE and CNE are accepted')
  return {}
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?$/

function readNumber(obx: Hl7Segment, fault: Fault): Record<string, unknown> {
  const text = read(obx, 5)
  if (NUMBER.test(text)) return { valueQuantity: quantity(Number(text), obx, fault) }
  fault(5, '102', 'a number is expected; a comparator needs SN')
  return {}
}

/**
 * A number sent as text with its unit is read as a number. Without a unit it stays text, which the main API
 * refuses for values with a unit: the unit would be a guess.
 */
function readNumberInWords(words: string, obx: Hl7Segment, fault: Fault): Record<string, unknown> | null {
  const [, comparator, number] = /^([<>]=?)?\s*([+-]?\d+(?:\.\d+)?)$/.exec(words.trim()) ?? []
  if (number === undefined || read(obx, 6) === '') return null
  return { valueQuantity: { ...quantity(Number(number), obx, fault), ...(comparator ? { comparator } : {}) } }
}

/** SN: `<^5`, `^120`; ratios and ranges become text. */
function readStructured(obx: Hl7Segment, fault: Fault): Record<string, unknown> {
  const [comparator, first, separator, second] = [1, 2, 3, 4].map((part) => read(obx, 5, part))
  if (separator && first) return { valueString: `${comparator}${first}${separator}${second}` }
  if (!['', '=', '<', '<=', '>', '>='].includes(comparator!) || !NUMBER.test(first!)) {
    fault(5, '102', 'a comparator and a number are expected, or a ratio')
    return {}
  }
  const given = comparator === '' || comparator === '=' ? {} : { comparator }
  return { valueQuantity: { ...quantity(Number(first), obx, fault), ...given } }
}

function quantity(value: number, obx: Hl7Segment, fault: Fault) {
  const code = read(obx, 6)
  const system = read(obx, 6, 3).toUpperCase()
  if (code !== '' && system !== '' && system !== 'UCUM') fault(6, '103', 'a UCUM unit is expected')
  return code === '' ? { value } : { value, unit: code, system: UCUM, code }
}

function readCoded(obx: Hl7Segment): Record<string, unknown> {
  const words = read(obx, 5, 9) || read(obx, 5, 2) || read(obx, 5, 5)
  const code = read(obx, 5)
  const isSnomed = read(obx, 5, 3).toUpperCase() === 'SCT'
  const coding = isSnomed && code ? { coding: [{ system: SNOMED, code }] } : {}
  const text = words || (isSnomed ? '' : code)
  return { valueCodeableConcept: { ...coding, ...(text ? { text } : {}) } }
}

/**
 * Limits as laboratories write them: `120-150`, `<5`, `>= 3`; anything else becomes text. A limit has the
 * unit of the value. FHIR's belong to the range, so a text says which does not.
 */
function readRange(obx: Hl7Segment): Record<string, unknown> {
  const text = read(obx, 7)
  if (text === '') return {}
  const [, low, high] = /^(-?\d+(?:\.\d+)?)\s*(?:-|–|\.\.)\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (low !== undefined && high !== undefined) {
    return { referenceRange: [{ low: { value: Number(low) }, high: { value: Number(high) } }] }
  }
  const [, sign, equal, limit] = /^([<>])(=?)\s*(-?\d+(?:\.\d+)?)$/.exec(text) ?? []
  if (limit === undefined) return { referenceRange: [{ text }] }
  const bound = { [sign === '<' ? 'high' : 'low']: { value: Number(limit) } }
  return { referenceRange: [{ ...bound, ...(equal ? {} : { text: `${sign}${limit}` }) }] }
}

function readInterpretation(obx: Hl7Segment) {
  return Array.from({ length: repetitions(obx, 8) }, (_, at) => read(obx, 8, 1, at).toUpperCase())
    .filter((code) => !SILENT.has(code))
    .map((code) => ({ coding: [{ system: INTERPRETATION, code }] }))
}
