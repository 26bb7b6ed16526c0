import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, formOf, problem } from '../../testing/test-shop.ts'
import { forViewerWithForm } from '../session/for-viewer-with-form.server.ts'
import { formOwnerOf, keptForm } from './form-draft.server.ts'

const anna = '0199d3c4-7f2a-7000-8000-000000000001'
const viktor = '0199d3c4-7f2a-7000-8000-000000000002'
const page = 'http://shop.test/patients/create'
const fields = { intent: 'savePatient', firstName: 'Sofia', lastName: '', password: 'secret' }

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function shopOf(userId: string, now?: () => Date) {
  const answers = { 'GET users/current': { id: userId } }
  return createTestShop(answers, { token: `token of ${userId}`, database, ...(now ? { now } : {}) }).shop
}

/** Sends a form whose session has ended; answers where the browser is sent. */
async function sendToSpentSession(form: Record<string, string>): Promise<string> {
  const { shop } = createTestShop({ 'GET patient': problem('unauthorized') }, { token: 'spent', database })
  const request = new Request(`${page}?pathnameToReturn=/order/cart`, { method: 'POST' })
  const work = () => shop.api.patients()
  const thrown = await forViewerWithForm({ shop, request, form: formOf(form), work }).catch((error) => error)
  expect(shop.cookies.get('authToken')).toBeUndefined()
  return thrown.headers.get('Location')
}

function backTo(location: string): Request {
  const query = new URL(location, page).searchParams
  return new Request(new URL(query.get('pathnameToReturn')!, page))
}

test('a form whose session ended is there again after the same user’s login, without its password', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  expect(location).toMatch(/^\/login\?/)
  expect(new URL(location, page).searchParams.get('notAuthorized')).toBe('1')
  const back = backTo(location)
  expect(new URL(back.url).searchParams.get('pathnameToReturn')).toBe('/order/cart')
  expect(await keptForm(shopOf(anna), back)).toEqual({
    intent: 'savePatient',
    firstName: 'Sofia',
    lastName: '',
  })
})

test('another user who logs in on the same device finds nothing', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  expect(await keptForm(shopOf(viktor), backTo(location))).toBeUndefined()
})

test('a form is not shown on another page', async () => {
  await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const elsewhere = new Request('http://shop.test/settings?kept=1')
  expect(await keptForm(shopOf(anna), elsewhere)).toBeUndefined()
})

test('a form is kept for an hour', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const later = () => new Date(Date.now() + 61 * 60_000)
  expect(await keptForm(shopOf(anna, later), backTo(location))).toBeUndefined()
})

test.each([
  ['that does not say whose it is', fields],
  ['that is far too long', { ...fields, firstName: 'x'.repeat(5_000), formOwner: formOwnerOf(anna) }],
])('a form %s is not kept', async (_, form) => {
  expect(await sendToSpentSession(form)).not.toContain('kept')
})

test('a saved form is forgotten', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const shop = shopOf(anna)
  const saved = Response.redirect('http://shop.test/patients')
  const work = async () => saved
  await forViewerWithForm({ shop, request: backTo(location), form: formOf(fields), work })
  expect(await keptForm(shop, backTo(location))).toBeUndefined()
})
