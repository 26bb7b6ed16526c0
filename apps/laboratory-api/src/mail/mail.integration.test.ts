import { freePort } from '@shop/database/testing/free-port'
import { PATIENTLY } from '@shop/database/testing/patience'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { codeOf, createTestApi, type TestApi } from '../testing/test-api.ts'
import { startTestMailServer } from '../testing/test-mail-server.ts'
import { withoutIds } from '../testing/without-ids.ts'

let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

/** Waits until the failed job is recorded, then has it retried now instead of after its pause. */
function skipThePause({ queries }: TestDatabase) {
  return vi.waitFor(async () => {
    const { rows } = await queries.execute(
      "update jobs.job set start_after = now() where state = 'retry' returning id",
    )
    expect(rows).not.toHaveLength(0)
  }, PATIENTLY)
}

test('a mail that the server refuses for now is sent when it accepts mails again, once', {
  tags: ['slow'],
}, async () => {
  api.mailServer.refuse(451)
  const refusals = api.mailServer.refusals()
  const user = await api.registerUser()
  await api.mailServer.refused(refusals + 1)
  api.mailServer.refuse(null)
  await skipThePause(database)
  const mail = await api.mailServer.take({ to: user.user.email })
  await user.client.activate({ token: codeOf(mail) })
  const next = await api.registerUser()
  await api.mailServer.take({ to: next.user.email })
  expect(api.mailServer.mails.filter(({ recipients }) => recipients.includes(user.user.email))).toHaveLength(
    1,
  )
})

test('a mail waits for a server that is down', { tags: ['slow'] }, async () => {
  const port = await freePort()
  const gone = await startTestMailServer(port)
  await gone.close()
  const waiting = await openTestDatabase()
  const mail = { smtpUrl: gone.url, from: 'Norma <no-reply@shop.example>', supportTo: 'support@shop.example' }
  const other = await createTestApi({ database: waiting, settings: { mail } })
  const user = await other.registerUser()
  const line = await other.logged(({ msg, queue }) => msg === 'job failed' && queue === 'mail')
  expect(line).toMatchObject({ error: 'MailNotSent', code: expect.stringContaining('CONN') })
  const back = await startTestMailServer(port)
  await skipThePause(waiting)
  expect(codeOf(await back.take({ to: user.user.email }))).toMatch(/^\d{6}$/)
  await other.close()
  await back.close()
  await waiting.close()
})

test('a mail to a mailbox that does not exist is not retried', async () => {
  const email = `nobody-${crypto.randomUUID()}@mail.example`
  api.mailServer.refuseRecipient(email)
  await api.registerUser({ email })
  const line = await api.logged(({ msg }) => msg === 'mail refused permanently')
  expect(line).toMatchObject({ template: 'welcome', code: 'EENVELOPE 550 RCPT TO' })
  const { rows } = await database.queries.execute(`select state from jobs.job where id = '${line.jobId}'`)
  expect(rows.map(({ state }) => state)).not.toContain('retry')
})

test('a mail sent again after a crash has the same Message-ID, and the codes of both are valid', async () => {
  const user = await api.registerUser()
  const first = await api.mailServer.take({ to: user.user.email })
  // As if the process had died between sending the mail and recording it.
  const jobId = first.messageId?.replace(/^<|@.*$/g, '')
  await api.logged(({ msg, jobId: sent }) => msg === 'mail sent' && sent === jobId)
  await database.queries.execute(
    `update jobs.job set state = 'retry', start_after = now(), completed_on = null where id = '${jobId}'`,
  )
  const again = await api.mailServer.take({ to: user.user.email })
  expect(again.messageId).toBe(first.messageId)
  expect(codeOf(again)).toMatch(/^\d{6}$/)
  await user.client.activate({ token: codeOf(first) })
  expect((await user.client.currentUser()).emailConfirmed).toBe(true)
})

test('a change that is rolled back sends nothing', { tags: ['ASVS-2.3.3'] }, async () => {
  const email = `rolled-back-${crypto.randomUUID()}@mail.example`
  const user = await api.registerUser({ email })
  await api.mailServer.take({ to: email })
  await database
    .transaction(async (queries) => {
      await api.context.mail.send(queries, 'password-changed', { userId: user.user.id })
      throw new Error('rolled back')
    })
    .catch(() => {})
  const next = await api.registerUser()
  await api.mailServer.take({ to: next.user.email })
  expect(api.mailServer.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
})

test('fifty mails at the same time do not wait for each other’s poll', { tags: ['slow'] }, async () => {
  const users = await Promise.all(Array.from({ length: 50 }, () => api.registerUser()))
  const mails = await Promise.all(users.map(({ user }) => api.mailServer.take({ to: user.email })))
  expect(new Set(mails.flatMap(({ recipients }) => recipients)).size).toBe(50)
})

test('neither jobs nor logs contain an address, a name, a code or a token', {
  tags: ['ASVS-16.2.5'],
}, async () => {
  const { user, token } = await api.registerUser({ firstName: 'Unmistakable' })
  const mail = await api.mailServer.take({ to: user.email })
  await api.client().requestPasswordReset({ email: user.email })
  const reset = await api.mailServer.take({ to: user.email, subject: /new password/ })
  const { rows } = await database.queries.execute('select data, output from jobs.job')
  expect(rows.length).toBeGreaterThan(0)
  const written = withoutIds(JSON.stringify(rows) + JSON.stringify(api.logLines))
  const link = /token=([\w-]+)/.exec(reset.text ?? '')?.[1]
  for (const secret of [user.email, 'Unmistakable', token, link]) expect(written).not.toContain(secret)
  // A longer number, such as a time, may contain its six digits.
  expect(written).not.toMatch(new RegExp(`\\b${codeOf(mail)}\\b`))
})

test('a database error is logged without the values of the query', {
  tags: ['ASVS-16.3.4'],
}, async () => {
  const email = `unlogged-${crypto.randomUUID()}@mail.example`
  const broken = await openTestDatabase()
  const other = await createTestApi({ database: broken })
  await broken.queries.execute('alter table laboratory.user_account rename to gone')
  await expect(other.client().login({ username: email, password: 'whatever it is' })).rejects.toMatchObject({
    status: 500,
  })
  const line = await other.logged(({ msg }) => msg === 'request failed')
  expect(line).toMatchObject({ code: '42P01' })
  expect(JSON.stringify(other.logLines)).not.toContain(email)
  // Restored for the check that runs when a test database closes.
  await broken.queries.execute('alter table laboratory.gone rename to user_account')
  await other.close()
  await broken.close()
})
