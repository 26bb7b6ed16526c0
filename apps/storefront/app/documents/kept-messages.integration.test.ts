import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { type ComponentProps, createElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFormForLogin } from '../platform/forms/form-draft.server.ts'
import { pageHtml } from '../testing/page-html.tsx'
import { createTestShop } from '../testing/test-shop.ts'
import Support from './routes/support.tsx'
import { loadSupport } from './support.server.ts'

const ID = '0199d0f2-0000-7000-8000-000000000001'
const USER = { id: '0199d3c4-7f2a-7000-8000-000000000001', firstName: 'Anna', lastName: 'Kovaleva' }
const THREAD = {
  id: ID,
  reference: 'S-7KQ2M9XA',
  orderNumber: null,
  closed: false,
  entries: [{ by: 'patient', text: 'When do you open?', at: '2026-11-20T13:42:00Z' }],
}
// The longest text that the forms take, of which every character is escaped.
const LONG = '"'.repeat(5_000)

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The support page after the session ended while this form was being sent, and after the login. */
async function pageAfterLogin(form: Record<string, string>): Promise<string> {
  const answers = { 'GET users/current': USER, 'GET users/current/support-messages': [THREAD] }
  const { shop } = createTestShop(answers, { token: 'token', database })
  const { formOwner } = await loadSupport({ shop, query: new URLSearchParams() })
  const path = '/login?pathnameToReturn=/support'
  const login = await keepFormForLogin(shop, path, { ...form, formOwner: formOwner! })
  const back = new URL(login, 'http://shop.test').searchParams.get('pathnameToReturn')!
  const query = new URL(back, 'http://shop.test').searchParams
  const loaderData = await loadSupport({ shop, query })
  return pageHtml(createElement(Support, { loaderData } as ComponentProps<typeof Support>))
}

const areaOf = (html: string, id: string) =>
  new RegExp(`<textarea[^>]*id="${id}"[^>]*>\\s*([^<]*)</textarea>`)
    .exec(html)?.[1]
    ?.replaceAll('&quot;', '"')

test('a question whose session has ended is there again after the login, however long', async () => {
  const html = await pageAfterLogin({ name: 'A. K.', email: 'a@example.com', message: LONG, letsTests: 'on' })
  expect(areaOf(html, 'message')).toBe(LONG)
  expect(html).toContain('value="A. K."')
  expect(html).toMatch(/<input type="checkbox"[^>]*name="letsTests"[^>]*checked/)
  expect(areaOf(html, `text-${ID}`)).toBe('')
})

test('a reply is there again below its question, unfolded', async () => {
  const html = await pageAfterLogin({
    intent: 'reply',
    id: ID,
    reference: 'S-7KQ2M9XA',
    text: 'And on Sunday?',
  })
  expect(areaOf(html, `text-${ID}`)).toBe('And on Sunday?')
  expect(html).toMatch(/<details open/)
  expect(areaOf(html, 'message')).toBe('')
  expect(html).toContain('value="Anna Kovaleva"')
})
