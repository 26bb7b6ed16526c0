/** What mails, documents and answers about results say besides the laboratory's own words and `RESULT_WORDS`. */
export interface ResultTexts {
  /** Why there is no value, by HL7's code; `unknown` for any other. */
  absent: Record<'unknown' | 'error' | 'cancelled' | 'pending' | 'notPerformed' | 'sample', string>
  /** The laboratory that comes home to a city. */
  homeVisits: (city: string) => string
  mail: {
    subject: string
    heading: string
    intro: (orderNumber: string) => string
    button: string
    /** Beside a value that cannot wait. */
    critical: string
    privacy: string
  }
  paper: {
    title: string
    issued: string
    incomplete: string
    notice: string
    verify: (url: string) => string
    page: (page: number, pages: number) => string
  }
}
