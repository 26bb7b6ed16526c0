import type { Interpretation, ResultStatus } from '@shop/domain/results'

/** What mails, documents and answers about results say besides the laboratory's own words. */
export interface ResultTexts {
  /** Why there is no value, by HL7's code; `unknown` for any other. */
  absent: Record<'unknown' | 'error' | 'cancelled' | 'pending' | 'notPerformed' | 'sample', string>
  interpretation: Record<Interpretation, string>
  status: Record<ResultStatus, string>
  notReported: string
  /** The laboratory that comes home to a city. */
  homeVisits: (city: string) => string
  mail: {
    subject: string
    heading: string
    intro: (orderNumber: string) => string
    button: string
    privacy: string
  }
  paper: {
    title: string
    order: string
    patient: string
    born: string
    years: (count: number) => string
    sex: { M: string; F: string }
    sampled: string
    reported: string
    laboratory: string
    issued: string
    specimen: string
    value: string
    result: string
    range: string
    inWords: string
    method: string
    comment: string
    replaced: (text: string, date: string) => string
    withdrawn: (text: string, date: string) => string
    expected: (date: string) => string
    incomplete: string
    notice: string
    verify: (url: string) => string
    code: string
    page: (page: number, pages: number) => string
  }
}
