// @module-tag slow
import { rmSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { copyTemplateFolder } from '@shop/database/testing/templates'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, inject, onTestFinished, test } from 'vitest'
import { withCommandApi } from '../open-for-command.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { testSettings } from '../testing/test-settings.ts'
import { arrivals, killWhileMailing } from './testing/kill-while-mailing.ts'
import type { MailingTask } from './testing/mailing-process.ts'

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

test('a command beside the shop leaves sending mails to the shop, since the command ends when its own work is done', async () => {
  const { server, task } = await openOutbox()
  const place = {
    databaseUrl: undefined,
    dataDir: '',
    ...('url' in task.database ? { databaseUrl: task.database.url } : task.database),
    settings: task.settings,
    logger: pino({ level: 'silent' }),
  }
  const states = await withCommandApi(place, { queues: true }, async ({ database, mail }) => {
    await mail.send(database.queries, 'password-changed', { userId: crypto.randomUUID() })
    // A worker would be notified immediately.
    await setTimeout(1_000)
    const { rows } = await database.queries.execute(sql`select state from jobs.job where name = 'mail'`)
    return rows
  })
  expect(states).toEqual([{ state: 'created' }])
  expect(server.mails).toEqual([])
})
