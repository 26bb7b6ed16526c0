import type { Component, Range } from './catalogue.ts'
import type { DrawnValue } from './draw-values.ts'

export type ReportStage = 'preliminary' | 'final' | 'corrected'

const LOINC = 'http://loinc.org'
const UCUM = 'http://unitsofmeasure.org'
const INTERPRETATIONS = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'

const NOTES: Partial<Record<string, string>> = {
  LL: 'Confirmed by a repeated measurement.',
  HH: 'Confirmed by a repeated measurement.',
}
const CORRECTION_NOTE = 'Repeated from the same sample; this value replaces the first one.'

/**
 * The Observation of one value, without the fields that a whole report shares. `code` is the shop's for the
 * component.
 */
export function describeObservation({
  value,
  stage,
  code,
}: {
  value: DrawnValue
  stage: ReportStage
  code: { system: string; code: string }
}) {
  const { component, range, flag } = value
  const note = stage === 'corrected' ? CORRECTION_NOTE : flag && NOTES[flag]
  return {
    resourceType: 'Observation',
    status: stage,
    code: {
      coding: component.loinc ? [{ system: LOINC, code: component.loinc }, code] : [code],
      text: component.name,
    },
    ...(typeof value.value === 'number'
      ? { valueQuantity: quantity(value.value, component) }
      : { valueCodeableConcept: { text: value.value } }),
    ...(flag ? { interpretation: [{ coding: [{ system: INTERPRETATIONS, code: flag }] }] } : {}),
    ...(note ? { note: [{ text: note }] } : {}),
    ...describeRange(range, component),
  }
}

/** Limits only: the shop knows ranges in words itself, in the reader's language. */
function describeRange(range: Range | undefined, component: Component) {
  const { low, high } = range ?? {}
  if (low === undefined && high === undefined) return {}
  const limits = {
    ...(low === undefined ? {} : { low: quantity(low, component) }),
    ...(high === undefined ? {} : { high: quantity(high, component) }),
  }
  return { referenceRange: [limits] }
}

function quantity(value: number, { ucumUnit }: Component) {
  return ucumUnit ? { value, unit: ucumUnit, system: UCUM, code: ucumUnit } : { value }
}
