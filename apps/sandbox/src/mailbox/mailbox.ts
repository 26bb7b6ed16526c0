import type { Database } from '@shop/database/open-database'

/** What the mailbox works with. */
export interface Mailbox {
  database: Database
  /** The path of the mailbox's pages, without a slash at the end. */
  basePath: string
  now: () => Date
  onFailure: (error: unknown) => void
}
