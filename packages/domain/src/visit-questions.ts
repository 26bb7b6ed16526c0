import { isDate } from './dates.ts'

/**
 * What a laboratory may need to know about a person to interpret a value. The catalogue says which analysis asks
 * what; a question is asked once per person and visit, may be left open, and no answer changes what is ordered.
 */
export const VISIT_QUESTIONS = {
  /** First day of the last period. */
  lastPeriod: { kind: 'date', onlyFor: 'FEMALE' },
  /** Biotin within the last three days. */
  biotin: { kind: 'yesNo', onlyFor: null },
  /** An examination with contrast medium within the last three days. */
  contrast: { kind: 'yesNo', onlyFor: null },
  /** Of the medicine that is measured. */
  lastDose: { kind: 'dateTime', onlyFor: null },
} as const satisfies Record<string, { kind: QuestionKind; onlyFor: 'FEMALE' | null }>

export type QuestionKind = 'date' | 'dateTime' | 'yesNo'
export type VisitQuestion = keyof typeof VISIT_QUESTIONS
export const QUESTION_NAMES = Object.keys(VISIT_QUESTIONS) as [VisitQuestion, ...VisitQuestion[]]

/** The questions for all of a person's tests together, each once. */
export function questionsOf(
  asked: readonly (readonly VisitQuestion[])[],
  { isFemale }: { isFemale: boolean },
): VisitQuestion[] {
  const wanted = new Set(asked.flat())
  return QUESTION_NAMES.filter(
    (question) => wanted.has(question) && (VISIT_QUESTIONS[question].onlyFor !== 'FEMALE' || isFemale),
  )
}

interface Span {
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string
  /** `YYYY-MM-DD`, in the business zone. */
  readonly visitDate: string
}

/**
 * Whether it is an answer to the question: `yes` or `no`, a day, or a day and time in the business zone, between
 * the birth and the visit.
 */
export function isAnswer(question: VisitQuestion, answer: string, { dateOfBirth, visitDate }: Span): boolean {
  const { kind } = VISIT_QUESTIONS[question]
  if (kind === 'yesNo') return answer === 'yes' || answer === 'no'
  const [day = '', time, ...rest] = answer.split('T')
  const isWhole = kind === 'date' ? time === undefined : isTime(time ?? '')
  return isWhole && rest.length === 0 && isDate(day) && day >= dateOfBirth && day <= visitDate
}

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
