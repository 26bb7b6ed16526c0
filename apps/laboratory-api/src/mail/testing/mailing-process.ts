// The outbox in a separate process, which is killed while it sends.
import { openDatabase } from '@shop/database/open-database'
import { loadPartner } from '@shop/server/partner'
import { pino } from 'pino'
import type { LaboratoryApiSettings } from '../../api-settings.ts'
import { createJobs } from '../../jobs/jobs.ts'
import { createMail } from '../mail.ts'

export interface MailingTask {
  database: { url: string } | { dataDir: string }
  settings: LaboratoryApiSettings
  /** Who gets a mail each, put into the outbox once it has started. */
  recipients: string[]
}

process.once('message', async ({ database: where, settings, recipients }: MailingTask) => {
  const database = await openDatabase(where)
  const logger = pino({ level: 'silent' })
  const jobs = createJobs({ database, logger, pollingIntervalSeconds: 0.5, schedules: false })
  const partner = loadPartner(settings.partner)
  const mail = createMail({ jobs, settings, partner, logger, now: () => new Date() })
  mail.template('numbered', async ({ recipient }) => ({
    to: { address: String(recipient) },
    locale: 'en',
    subject: 'A mail',
    heading: 'A mail',
    blocks: [{ kind: 'paragraph', text: 'One of many.' }],
  }))
  // As if the half minute had passed after which the jobs of a dead process are taken over.
  await database.queries.execute(
    "update jobs.job set state = 'retry', start_after = now() where name = 'mail' and state = 'active'",
  )
  await jobs.start()
  await database.transaction(async (queries) => {
    for (const recipient of recipients) await mail.send(queries, 'numbered', { recipient })
  })
})
