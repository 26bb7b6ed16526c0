import { type ComponentProps, createElement } from 'react'
import { expect, test } from 'vitest'
import { autofillOf, pageHtml } from '../testing/page-html.tsx'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import Support from './routes/support.tsx'
import { changeSupport, loadSupport } from './support.server.ts'

const fields = { name: 'Anna', email: 'anna@example.com', message: 'When do you open?', orderNumber: '' }

test('a guest’s message is sent and its reference shown', async () => {
  const { shop, calls } = createTestShop({ 'POST support-messages': { reference: 'S-7KQ2M9XA' } })
  const { location } = outcomeOf(await changeSupport(shop, sent(formOf(fields))))
  expect(location).toBe('/support?reference=S-7KQ2M9XA')
  const { orderNumber: _, ...message } = fields
  expect(calls[0]?.body).toEqual(message)
  const query = new URLSearchParams('reference=S-7KQ2M9XA')
  expect((await loadSupport({ shop, query })).reference).toBe('S-7KQ2M9XA')
})

test('the box lets support see the tests of the named order, and is offered only with an account', async () => {
  const answers = { 'POST support-messages': { reference: 'S-7KQ2M9XA' } }
  const { shop, calls } = createTestShop(answers, { token: 'token' })
  const typed = { ...fields, orderNumber: '1000014', letsTests: 'on' }
  await changeSupport(shop, sent(formOf(typed)))
  expect(calls[0]?.body).toMatchObject({ orderNumber: '1000014', letsTests: true })
  const { shop: guests } = createTestShop({})
  const page = async (of: typeof shop) => {
    const loaderData = await loadSupport({ shop: of, query: new URLSearchParams() })
    return pageHtml(createElement(Support, { loaderData } as ComponentProps<typeof Support>))
  }
  expect(await page(guests)).not.toContain('letsTests')
  expect(await page(shop)).toMatch(/<input type="checkbox"[^>]*name="letsTests"(?![^>]*checked)/)
})

test('too many messages are refused with the time to wait, and keep what was written', async () => {
  const answer = problem('too_many_requests', {}, { 'Retry-After': '120' })
  const { shop } = createTestShop({ 'POST support-messages': answer })
  const { failure, status } = outcomeOf(await changeSupport(shop, sent(formOf(fields))))
  expect(status).toBe(429)
  expect(failure?.reasons).toEqual([{ key: 'forms.tooManyTriesMinutes', count: 2 }])
  expect(failure?.values.message).toBe('When do you open?')
})

test('a logged-in customer need not type name and address', async () => {
  const user = { firstName: 'Anna', lastName: 'Kovaleva', email: 'anna@example.com' }
  const { shop } = createTestShop({ 'GET users/current': user }, { token: 'token' })
  const query = new URLSearchParams('orderNumber=20261120-0001')
  expect((await loadSupport({ shop, query })).initial).toEqual({
    name: 'Anna Kovaleva',
    email: 'anna@example.com',
    orderNumber: '20261120-0001',
  })
})

test('the page works without the main API, and ignores invalid values in its address', async () => {
  const down = () => {
    throw new TypeError('fetch failed')
  }
  const { shop } = createTestShop({ 'GET users/current': down }, { token: 'token' })
  const query = new URLSearchParams({ reference: '<b>', orderNumber: '"><script>' })
  expect(await loadSupport({ shop, query })).toEqual({
    initial: {},
    reference: null,
    threads: [],
    testsConsent: { text: expect.stringContaining('7 days'), grant: 'Allow for 7 days' },
    hasAccount: true,
    formOwner: null,
  })
})

test('an answer is shown with its question, and can be replied to there', async () => {
  const id = '0199d0f2-0000-7000-8000-000000000001'
  const threads = [
    {
      id,
      reference: 'S-7KQ2M9XA',
      orderNumber: null,
      closed: true,
      entries: [
        { by: 'patient', text: 'When do you open?', at: '2026-11-20T13:42:00Z' },
        { by: 'support', text: 'At seven.', at: '2026-11-20T14:00:00Z' },
      ],
    },
  ]
  const { shop, calls } = createTestShop(
    {
      'GET users/current/support-messages': threads,
      [`POST users/current/support-messages/${id}/replies`]: null,
    },
    { token: 'token' },
  )
  const shown = await loadSupport({ shop, query: new URLSearchParams() })
  expect(shown.threads[0]?.entries[1]).toEqual({
    by: 'support',
    text: 'At seven.',
    at: 'Fri 20\u00a0Nov, 17:00',
  })
  const form = formOf({ intent: 'reply', id, reference: 'S-7KQ2M9XA', text: 'Thank you' })
  const { location } = outcomeOf(await changeSupport(shop, sent(form)))
  expect(location).toBe('/support#S-7KQ2M9XA')
  expect(calls.at(-1)?.body).toEqual({ text: 'Thank you' })
})

test('a browser fills in the sender, but not the message', async () => {
  const { shop } = createTestShop({})
  const loaderData = await loadSupport({ shop, query: new URLSearchParams() })
  const props = { loaderData } as ComponentProps<typeof Support>
  expect(autofillOf(pageHtml(createElement(Support, props)))).toEqual({
    name: 'name',
    email: 'email',
    orderNumber: 'off',
    message: 'off',
  })
})
