// How many e-mails a killed process sends twice. The kills come at random moments (the test in `src/mail` kills at
// the worst one, when a mail has just arrived), with mail servers that answer immediately and with ones that take
// as long as real ones do.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { migrateJobs } from '@shop/laboratory-api/jobs/jobs'
import { startTestMailServer } from '@shop/laboratory-api/testing/test-mail-server'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { migrationsOf, projectFiles } from '@shop/server/project-files'

const KILLS = Number(process.env.KILLS ?? 60)
/** How long the process lives after its first mail, before the kill. */
const LIVES_MS = { least: 200, spread: 800 }
const SENDING = join(projectFiles, 'apps/laboratory-api/src/mail/testing/mailing-process.ts')

const postgres = await startPostgres()

async function duplicatesOf({ atOnce, answersAfterMs }: { atOnce: number; answersAfterMs: number }) {
  const name = `mails_${atOnce}_${answersAfterMs}`
  await postgres.createDatabase(name)
  const url = postgres.url(name)
  const database = await openDatabase({ url })
  await migrate(database, migrationsOf('laboratory-api'))
  await migrateJobs(database)
  const server = await startTestMailServer(0, answersAfterMs)
  const mail = {
    smtpUrl: server.url,
    from: 'Norma <no-reply@shop.example>',
    supportTo: 'support@shop.example',
  }
  const settings = testSettings({ mail, mailConcurrency: atOnce })
  // More than are sent before the last kill.
  const wanted = Array.from({ length: KILLS * 15 }, (_, index) => `person-${index}@mail.example`)
  for (let kill = 0; kill < KILLS; kill++) {
    const child = fork(SENDING, { execArgv: [], env: {} })
    const ended = once(child, 'exit')
    child.send({ database: { url }, settings, recipients: kill === 0 ? wanted : [] })
    await server.arrived(server.mails.length + 1)
    await sleep(LIVES_MS.least + Math.random() * LIVES_MS.spread)
    child.kill('SIGKILL')
    await ended
  }
  // Mails in transit at a kill are sent again in their turn, possibly last.
  const last = fork(SENDING, { execArgv: [], env: {} })
  const ended = once(last, 'exit')
  last.send({ database: { url }, settings, recipients: [] })
  await server.arrivedFor(wanted)
  await sleep(5_000)
  last.kill('SIGKILL')
  await ended
  await server.close()
  await database.close()
  const sent = server.mails.length
  const different = new Set(server.mails.map(({ messageId }) => messageId)).size
  process.stdout.write(
    `${atOnce} at once, a server that answers after ${answersAfterMs} ms: ${KILLS} kills, ${different} e-mails, ${sent - different} twice (${((sent - different) / KILLS).toFixed(2)} a kill)\n`,
  )
}

for (const answersAfterMs of [0, 150]) {
  await duplicatesOf({ atOnce: 2, answersAfterMs })
}
await postgres.stop()
