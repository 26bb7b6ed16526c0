// @module-tag slow
import { rmSync } from 'node:fs'
import type { Database } from '@shop/database/open-database'
import { copyTemplateFolder } from '@shop/database/testing/templates'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createJobs } from '../jobs/jobs.ts'
import { withCommandApi } from '../open-for-command.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { testSettings } from '../testing/test-settings.ts'
import { arrivals, killWhileMailing } from './testing/kill-while-mailing.ts'
import type { MailingTask } from './testing/mailing-process.ts'

const logger = pino({ level: 'silent' })
const KILLS = 2
const MAILS_BEFORE_A_KILL = 25
const CONCURRENCY = 2

/** A database that a separate process can open, and reopen after a kill. */
async function placeOfDatabase(): Promise<MailingTask['database']> {
  if (inject('engine') === 'postgres') {
    const database = await openTestDatabase()
    onTestFinished(() => database.close())
    return { url: database.url! }
  }
  const dataDir = copyTemplateFolder(inject('testDatabase'), 'filled')
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir }
}

async function openOutbox() {
  const server = await startTestMailServer()
  onTestFinished(() => server.close())
  const mail = {
    smtpUrl: server.url,
    from: 'Norma <no-reply@shop.example>',
    supportTo: 'support@shop.example',
  }
  const task = {
    database: await placeOfDatabase(),
    settings: testSettings({ mail, mailConcurrency: CONCURRENCY }),
  }
  const recipients = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name}-${index}@mail.example`)
  return { server, task, recipients }
}

test('a process killed while sending loses no mail, and sends again at most the mails it was sending', async () => {
  const { server, task, recipients } = await openOutbox()
  const wanted = recipients(KILLS * MAILS_BEFORE_A_KILL, 'person')
  for (let kill = 0; kill < KILLS; kill++) {
    const more = { ...task, recipients: kill === 0 ? wanted : [] }
    await killWhileMailing(more, () => server.arrived((kill + 1) * MAILS_BEFORE_A_KILL))
  }
  await killWhileMailing({ ...task, recipients: [] }, () => server.arrivedFor(wanted))
  const counts = arrivals(server)
  expect(counts).toHaveLength(wanted.length)
  const doubles = counts.reduce((sum, count) => sum + count - 1, 0)
  expect(doubles).toBeLessThanOrEqual(KILLS * CONCURRENCY)
})

test('an accepted mail is recorded while a slow one is still being sent, so that a kill does not send it again', async () => {
  const { server, task, recipients } = await openOutbox()
  const [slow = '', ...others] = recipients(10 * CONCURRENCY, 'quick')
  server.keepWaiting(slow)
  await killWhileMailing({ ...task, recipients: [slow, ...others] }, () => server.arrivedFor(others))
  server.keepWaiting(null)
  await killWhileMailing({ ...task, recipients: [] }, () => server.arrivedFor([slow]))
  const doubles = arrivals(server).filter((count) => count > 1).length
  // Only the last mail of the other worker can lack its record.
  expect(doubles).toBeLessThan(CONCURRENCY)
})

/** Puts a job into a queue that the database did not have, and waits until it has run. */
async function runOneJob(database: Database): Promise<void> {
  const ran = Promise.withResolvers<void>()
  const jobs = createJobs({ database, logger, schedules: false })
  jobs.define('later', {}, async () => ran.resolve())
  await jobs.start()
  await jobs.send(database.queries, 'later', {})
  await ran.promise
  await jobs.stop()
}

test('a command beside the shop leaves sending mails to the shop, since the command ends when its own work is done', async () => {
  const { server, task } = await openOutbox()
  const place = {
    databaseUrl: undefined,
    dataDir: '',
    ...('url' in task.database ? { databaseUrl: task.database.url } : task.database),
    settings: task.settings,
    logger,
  }
  const states = await withCommandApi(place, { queues: true }, async ({ database, mail }) => {
    await mail.send(database.queries, 'password-changed', { userId: crypto.randomUUID() })
    // By the time that a later job has run, a worker of the command would have taken the mail.
    await runOneJob(database)
    const { rows } = await database.queries.execute(sql`select state from jobs.job where name = 'mail'`)
    return rows
  })
  expect(states).toEqual([{ state: 'created' }])
  expect(server.mails).toEqual([])
})
