import type { Database } from '@shop/database/open-database'

/** What the laboratory's instrument works with: the main API's FHIR interface and its own memory. */
export interface Analyser {
  database: Database
  /** Root of the main API, without a slash at the end. */
  root: string
  token: string
  fetch: typeof fetch
  now: () => Date
  /** Path that people reach the analyser's page under. */
  basePath: string
}

/** The laboratory's interface could not be reached or refused; `message` is fit for the engineer at the page. */
export class AnalyserFailure extends Error {
  override name = 'AnalyserFailure'
  /** The interface understood and said no; trying again changes nothing. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal = false } = {}) {
    super(message)
    this.isRefusal = isRefusal
  }
}
