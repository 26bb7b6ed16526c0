import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOCALES } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { writeAnswer } from '@shop/server/refuse-requests'
import { compiledMessages } from '@shop/texts/compiled-messages'
import { createTexts } from '@shop/texts/create-texts'
import { afterAll, expect, test } from 'vitest'
import { createTestShop } from '../app/testing/test-shop.ts'
import { busyAnswer } from './busy-page.ts'

const { env } = createTestShop({}).shop
const answer = busyAnswer({
  publicUrl: 'https://shop.example',
  partner: loadPartner('synlab'),
  public: env,
  paymentPageHosts: ['pay.example'],
})
const server = createServer(async (request, response) => writeAnswer(response, await answer(request, 3)))
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const PAGE = { Accept: 'text/html,application/xhtml+xml' }
const SENT = { ...PAGE, 'Content-Type': 'application/x-www-form-urlencoded' }
const FORM = { ...SENT, 'Sec-Fetch-Site': 'same-origin' }
const ask = (path: string, init: RequestInit) => fetch(`${root}${path}`, init)
const textOf = async (path: string, init: RequestInit) => (await ask(path, init)).text()

test.each(LOCALES)(
  'a visitor whom the busy shop turns away reads so in %s, with a link back to the same page',
  async (locale) => {
    const answered = await ask('/search?query=a%22%3E&x=1', {
      headers: { ...PAGE, Cookie: `__Host-locale=${locale}` },
    })
    expect(answered.status).toBe(503)
    expect(answered.headers.get('Cache-Control')).toBe('no-store')
    const html = await answered.text()
    const { t } = createTexts({ locale, messages: compiledMessages(locale), partner: 'synlab' })
    expect(html).toContain(`<html lang="${locale}">`)
    expect(html).toContain(t('busy:title'))
    expect(html).toContain('href="/search?query=a%22%3E&amp;x=1"')
  },
)

test('a refused form comes back ready to be sent again, with everything that was typed', async () => {
  const body = new URLSearchParams([
    ['firstName', 'Anna "Ann" <K>'],
    ['remark', 'one\r\ntwo'],
    ['analysisIds', '1'],
    ['analysisIds', '2'],
  ])
  const html = await textOf('/patients/create?x=1', { method: 'POST', headers: FORM, body })
  expect(html).toContain('<form method="post" action="/patients/create?x=1">')
  expect(html).toContain('name="firstName" value="Anna &quot;Ann&quot; &lt;K&gt;"')
  expect(html).toContain('name="remark" value="one&#13;\ntwo"')
  expect(html.match(/name="analysisIds"/g)).toHaveLength(2)
})

test('a password is not written into the page; a reload sends it again', async () => {
  const body = new URLSearchParams({ email: 'a@example.com', password: 'a secret of mine' })
  const html = await textOf('/login', { method: 'POST', headers: FORM, body })
  expect(html).not.toContain('a secret')
  expect(html).not.toContain('<form')
  expect(html).toContain('reload this page')
})

test.each([
  ['says so', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' }],
  ['names another origin', { Origin: 'https://evil.example' }],
  ['says nothing', {}],
])('a form of another site does not become one of the shop: its browser %s', async (_, sender) => {
  const body = new URLSearchParams({ intent: 'deletePatient' })
  const html = await textOf('/patients/edit/1', { method: 'POST', headers: { ...SENT, ...sender }, body })
  expect(html).not.toContain('deletePatient')
  expect(html).not.toContain('<form')
  expect(html).toContain('<a href="/patients/edit/1">')
})

test('a form is the shop’s own by its origin where a browser says no more', async () => {
  const headers = { ...SENT, Origin: 'https://shop.example' }
  const body = new URLSearchParams({ firstName: 'Anna' })
  expect(await textOf('/patients/create', { method: 'POST', headers, body })).toContain('value="Anna"')
})

test('scripts and machines get a problem that names what is missing and when to try again', async () => {
  const answered = await ask('/patients.data', { headers: { Accept: '*/*' } })
  expect(answered.headers.get('Content-Type')).toBe('application/problem+json')
  expect(answered.headers.get('Retry-After')).toBe('3')
  // `lost-answer.ts` recognises the problem by these two members.
  expect(await answered.json()).toMatchObject({ missing: ['capacity'], retryAfterSeconds: 3 })
})
