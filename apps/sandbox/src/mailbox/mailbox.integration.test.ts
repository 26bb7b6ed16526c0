import { sql } from 'drizzle-orm'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../testing/start-test-sandbox.ts'

let sandbox: TestSandbox
let smtp: string

beforeAll(async () => {
  sandbox = await startTestSandbox()
  smtp = (await sandbox.startMailServer()).url
})
afterAll(() => sandbox.close())

function mail(overrides: SendMailOptions = {}): SendMailOptions {
  return {
    from: 'Shop <shop@example.com>',
    to: 'anna@example.com',
    subject: 'Ваш код',
    text: 'Код 123456',
    html: '<p style="color:red">Код <a href="http://shop.example/confirm">123456</a></p>',
    ...overrides,
  }
}

async function send(overrides: SendMailOptions = {}) {
  const transport = createTransport(smtp)
  await transport.sendMail(mail(overrides))
  transport.close()
}

async function messages(to?: string) {
  const query = to ? `?to=${encodeURIComponent(to)}` : ''
  return (await fetch(`${sandbox.url}/mailbox/messages${query}`)).json()
}

test('a mail sent over SMTP is listed with text, HTML and attachments', async () => {
  await send({
    to: 'One@Example.com',
    attachments: [
      { filename: 'visit.ics', content: 'BEGIN:VCALENDAR\n', contentType: 'text/calendar; method=REQUEST' },
      { filename: 'отчёт.pdf', content: Buffer.from([0, 1, 255]), contentType: 'application/pdf' },
    ],
  })
  const [found] = await messages('one@example.com')
  expect(found).toMatchObject({ to: 'one@example.com', subject: 'Ваш код' })
  expect(found.text.trim()).toBe('Код 123456')
  expect(found.html).toContain('http://shop.example/confirm')
  expect(found.attachments).toEqual([
    { filename: 'visit.ics', contentType: 'text/calendar', text: 'BEGIN:VCALENDAR\n' },
    { filename: 'отчёт.pdf', contentType: 'application/pdf', text: '', content: 'AAH/' },
  ])
  expect(found.date).toBe('2026-11-20T09:00:00.000Z')
})

test('the mailbox lists the newest mail first, and only mails to the recipient asked for', async () => {
  await send({ to: 'two@example.com', subject: 'First' })
  await send({ to: ['two@example.com', 'three@example.com'], subject: 'Second' })
  expect((await messages('two@example.com')).map((found: { subject: string }) => found.subject)).toEqual([
    'Second',
    'First',
  ])
  expect(await messages('three@example.com')).toHaveLength(1)
  expect(await messages('nobody@example.com')).toEqual([])
  expect((await messages()).length).toBeGreaterThanOrEqual(2)
})

test('a hidden recipient gets the mail as well', async () => {
  await send({ to: 'four@example.com', bcc: 'five@example.com' })
  expect(await messages('five@example.com')).toHaveLength(1)
})

test('the page of a mail shows its HTML in a frame that runs nothing', async () => {
  await send({ to: 'six@example.com', html: '<script>alert(1)</script><p>"Hello"</p>' })
  const [found] = await messages('six@example.com')
  const answer = await fetch(`${sandbox.url}/mailbox/messages/${found.id}`)
  const text = await answer.text()
  expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;p&gt;&quot;Hello&quot;')
  expect(text).not.toContain('<script')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a picture attached to a mail is shown in it without fetching anything', async () => {
  const content = Buffer.from([137, 80, 78, 71])
  await send({
    to: 'ten@example.com',
    html: '<p><img src="cid:one@code.invalid"></p>',
    attachments: [{ filename: 'one.png', contentType: 'image/png', cid: 'one@code.invalid', content }],
  })
  const [found] = await messages('ten@example.com')
  const page = await (await fetch(`${sandbox.url}/mailbox/messages/${found.id}`)).text()
  expect(page).toContain(`src=&quot;data:image/png;base64,${content.toString('base64')}&quot;`)
  expect(page).not.toContain('cid:one')
})

test('an attachment is downloaded as it was sent', async () => {
  const content = Buffer.from([0, 1, 2, 255])
  await send({ to: 'seven@example.com', attachments: [{ filename: "a'(ё).bin", content }] })
  const [found] = await messages('seven@example.com')
  const answer = await fetch(`${sandbox.url}/mailbox/messages/${found.id}/attachments/0`)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(content)
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''a%27%28%D1%91%29.bin")
  expect((await fetch(`${sandbox.url}/mailbox/messages/${found.id}/attachments/1`)).status).toBe(404)
  expect((await fetch(`${sandbox.url}/mailbox/messages/nothing`)).status).toBe(404)
})

test('the list links to each mail, keeps the filter and refreshes only on request', async () => {
  await send({ to: 'eight@example.com', subject: 'Results <ready>' })
  const plain = await (await fetch(`${sandbox.url}/mailbox?to=eight%40example.com`)).text()
  expect(plain).toContain('Results &lt;ready&gt;')
  expect(plain).toContain('value="eight@example.com"')
  expect(plain).not.toContain('http-equiv="refresh"')
  const auto = await (await fetch(`${sandbox.url}/mailbox?auto=1`)).text()
  expect(auto).toContain('http-equiv="refresh" content="5"')
})

test('a mail that is too big is refused', { tags: ['slow'] }, async () => {
  const attachments = [{ filename: 'big.bin', content: Buffer.alloc(16_000_000) }]
  await expect(send({ to: 'nine@example.com', attachments })).rejects.toMatchObject({ responseCode: 552 })
  expect(await messages('nine@example.com')).toEqual([])
})

test('a mail that cannot be stored must be sent again later, and the failure is logged without its content', async () => {
  const entries: unknown[] = []
  const failing = await startTestSandbox({ logger: { error: (...entry) => entries.push(entry) } })
  const { url } = await failing.startMailServer()
  await failing.database.queries.execute(sql`drop table sandbox.attachment, sandbox.message`)
  const transport = createTransport(url)
  await expect(transport.sendMail(mail({ to: 'ten@example.com' }))).rejects.toMatchObject({
    responseCode: 451,
  })
  expect((await fetch(`${failing.url}/mailbox`)).status).toBe(500)
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toContain('example.com')
  await failing.close()
})

test('a second server on the same port is refused', async () => {
  const port = Number(new URL(smtp).port)
  await expect(sandbox.startMailServer(port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('the start page lists the parts', async () => {
  const text = await (await fetch(`${sandbox.url}/`)).text()
  expect(text).toContain('href="/sandbox/mailbox"')
  expect(text).toContain('href="/sandbox/analyser"')
})
