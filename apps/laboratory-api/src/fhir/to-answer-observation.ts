import { LOINC } from '@shop/contract/fhir'
import { VISIT_QUESTIONS, type VisitQuestion } from '@shop/domain/visit-questions'
import type { ReadableAnswer } from '../answers/read-answers.ts'
import { inZoneOf } from './fhir-time.ts'
import type { Writing } from './systems.ts'

/** The LOINC code, if there is one for exactly this question. */
const CODES: Record<VisitQuestion, { loinc: string | null; text: string }> = {
  lastPeriod: { loinc: '8665-2', text: 'First day of the last menstrual period' },
  biotin: { loinc: null, text: 'Biotin taken within 72 hours before the visit' },
  contrast: { loinc: null, text: 'Contrast medium given within 72 hours before the visit' },
  lastDose: { loinc: '29742-4', text: 'Last dose of the measured medicine' },
}

/** The patient's answer before the visit, for the request whose analysis asks. */
export function toAnswerObservation(
  { patientId, question, answer, answeredAt }: ReadableAnswer,
  { systems, zone }: Writing,
) {
  const { loinc, text } = CODES[question]
  return {
    resourceType: 'Observation',
    id: `answer-${question}`,
    status: 'final',
    code: {
      coding: [
        ...(loinc ? [{ system: LOINC, code: loinc }] : []),
        { system: systems.question, code: question, display: text },
      ],
      text,
    },
    subject: { reference: `Patient/${patientId}` },
    effectiveDateTime: inZoneOf(zone, answeredAt),
    ...answerValue(question, answer, zone),
  }
}

function answerValue(question: VisitQuestion, answer: string, zone: string) {
  const { kind } = VISIT_QUESTIONS[question]
  if (kind === 'yesNo') return { valueBoolean: answer === 'yes' }
  if (kind === 'date') return { valueDateTime: answer }
  const instant = Temporal.PlainDateTime.from(answer).toZonedDateTime(zone).toInstant()
  return { valueDateTime: inZoneOf(zone, new Date(instant.epochMilliseconds)) }
}
