import type { Database } from '@shop/database/open-database'

/** What the laboratory's instrument works with: the main API's FHIR interface and its own database. */
export interface Analyser {
  database: Database
  /** The root of the main API, without a slash at the end. */
  root: string
  token: string
  fetch: typeof fetch
  now: () => Date
  /** The path of the analyser's page. */
  basePath: string
}

/** The laboratory's interface could not be reached or refused; `message` can be shown to the engineer at the page. */
export class AnalyserFailure extends Error {
  override name = 'AnalyserFailure'
  /** The interface understood the message and refused it; trying again changes nothing. */
  readonly isRefusal: boolean
  constructor(message: string, { isRefusal = false } = {}) {
    super(message)
    this.isRefusal = isRefusal
  }
}
