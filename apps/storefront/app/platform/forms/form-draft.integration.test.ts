import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runPageMiddleware } from '../../testing/page-middleware.ts'
import { createTestShop, problem } from '../../testing/test-shop.ts'
import { createShopMemory } from '../cache/shop-memory.server.ts'
import { records } from '../records/tables.server.ts'
import {
  FORM_DRAFT_LIFETIME_MS,
  formOwnerOf,
  KEPT_PER_NETWORK,
  keptForm,
  pathOfKeptForm,
} from './form-draft.server.ts'
import { readForm } from './read-form.server.ts'
import { runForm } from './run-form.server.ts'
import { sealForm } from './seal-form.server.ts'

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

/** Sends a form as a guest, or with a session that has ended; returns where the browser is redirected. */
async function send(form: Record<string, string>, token?: string): Promise<string> {
  const answers = { 'GET patient': problem('unauthorized') }
  const { shop } = createTestShop(answers, { ...(token ? { token } : {}), database })
  const body = new URLSearchParams(form)
  const request = new Request(`${page}?pathnameToReturn=/order/cart`, { method: 'POST', body })
  const answer = await runPageMiddleware(shop, request, async () => {
    await readForm(shop, request)
    return runForm({ shop, intent: 'savePatient', texts: form }, () => shop.api.patients())
  })
  expect(shop.cookies.get('authToken')).toBeUndefined()
  return answer.headers.get('Location')!
}
const sendToSpentSession = (form: Record<string, string>) => send(form, 'spent')

function backTo(location: string): URL {
  const query = new URL(location, page).searchParams
  return new URL(query.get('pathnameToReturn')!, page)
}

test('a form whose session has ended is restored without its password when the same user logs in', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  expect(location).toMatch(/^\/login\?/)
  expect(new URL(location, page).searchParams.get('notAuthorized')).toBe('1')
  const back = backTo(location)
  expect(back.searchParams.get('pathnameToReturn')).toBe('/order/cart')
  expect(await keptForm(shopOf(anna), back)).toEqual({
    intent: 'savePatient',
    firstName: 'Sofia',
    lastName: '',
  })
})

test('a form that first needs a proof of identity is restored, and no one is said to have been logged out', async () => {
  const { shop } = createTestShop({ 'GET patient': problem('proof_required') }, { token: 'token', database })
  const texts = { ...fields, formOwner: formOwnerOf(anna) }
  const request = new Request(page, { method: 'POST', body: new URLSearchParams(texts) })
  const answer = await runPageMiddleware(shop, request, async () => {
    await readForm(shop, request)
    return runForm({ shop, intent: 'savePatient', texts }, () => shop.api.patients())
  })
  const location = answer.headers.get('Location')!
  expect(location).toMatch(/^\/confirm-it-is-you\?/)
  const back = backTo(location)
  expect(back.searchParams.get('kept')).toBe('left')
  expect(await keptForm(shopOf(anna), back)).toMatchObject({ firstName: 'Sofia' })
})

test('a form of a guest whose cookie has already expired is restored after the login', async () => {
  const location = await send({ ...fields, formOwner: formOwnerOf(anna) })
  expect(new URL(location, page).searchParams.has('notAuthorized')).toBe(false)
  expect(await keptForm(shopOf(anna), backTo(location))).toMatchObject({ firstName: 'Sofia' })
})

test('a kept form is unreadable in the database and opens only in its own row, with a former secret too', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const ofAnna = like(records.key, `%/form-drafts/${formOwnerOf(anna)}`)
  const [row] = await database.queries.select().from(records).where(ofAnna)
  expect(JSON.stringify(row)).not.toMatch(/Sofia|savePatient|patients\/create/)
  const shop = shopOf(anna)
  const { clientAddressSecret } = shop.ownSecrets
  const withSecrets = (secret: string, ...former: string[]) => ({
    ...shop,
    ownSecrets: { clientAddressSecret: secret, formerClientAddressSecrets: former },
  })
  const read = (secret: string, ...former: string[]) =>
    keptForm(withSecrets(secret, ...former), backTo(location))
  expect(await read('a new one', clientAddressSecret)).toMatchObject({ firstName: 'Sofia' })
  expect(await read('a new one')).toBeUndefined()
  const sealed = sealForm(shop.ownSecrets, 'another row', { pathname: '/patients/create', texts: fields })
  await database.queries.update(records).set({ body: { sealed } }).where(ofAnna)
  expect(await read(clientAddressSecret)).toBeUndefined()
})

test('another user who logs in on the same device does not see the form', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  expect(await keptForm(shopOf(viktor), backTo(location))).toBeUndefined()
})

test('a form is not shown on another page', async () => {
  await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const elsewhere = new URL('http://shop.test/settings?kept=1')
  expect(await keptForm(shopOf(anna), elsewhere)).toBeUndefined()
})

test('a form is kept for an hour', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const later = () => new Date(Date.now() + 61 * 60_000)
  expect(await keptForm(shopOf(anna, later), backTo(location))).toBeUndefined()
})

test.each([
  ['that does not name its owner', fields],
  ['that is far too long', { ...fields, firstName: 'x'.repeat(12_000), formOwner: formOwnerOf(anna) }],
])('a form %s is not kept', async (_, form) => {
  expect(await sendToSpentSession(form)).not.toContain('kept')
})

test('a saved form is forgotten', async () => {
  const location = await sendToSpentSession({ ...fields, formOwner: formOwnerOf(anna) })
  const shop = shopOf(anna)
  const saved = Response.redirect('http://shop.test/patients')
  const body = new URLSearchParams(fields)
  const { intent, texts } = await readForm(shop, new Request(backTo(location), { method: 'POST', body }))
  await runForm({ shop, intent, texts }, async () => saved)
  expect(await keptForm(shop, backTo(location))).toBeUndefined()
})

/** Sends forms of guests to one process; returns whether they are kept. */
function oneProcess(now = Date.now()) {
  const clock = { now }
  const { shop } = createTestShop({}, { database, now: () => new Date(clock.now) })
  const memory = createShopMemory(shop.now)
  const keeps = async (userId: string, clientAddress: string, firstName = 'Sofia') => {
    const form = { ...fields, firstName, formOwner: formOwnerOf(userId) }
    const path = await pathOfKeptForm({ ...shop, memory, clientAddress }, '/patients/create', form)
    return path.includes('kept=')
  }
  return { clock, keeps }
}

test('from one network only so many forms are kept in an hour, and from any other further ones', async () => {
  const { clock, keeps } = oneProcess()
  const kept: boolean[] = []
  for (let stranger = 0; stranger <= KEPT_PER_NETWORK; stranger++) {
    kept.push(await keeps(`stranger ${stranger}`, `2001:db8:0:1::${stranger}`))
  }
  expect(kept.filter(Boolean)).toHaveLength(KEPT_PER_NETWORK)
  expect(kept.at(-1)).toBe(false)
  // The same user's next form takes the place of the former one.
  expect(await keeps('stranger 0', '2001:db8:0:1::ffff')).toBe(true)
  expect(await keeps(viktor, '2001:db8:0:2::1')).toBe(true)
  clock.now += FORM_DRAFT_LIFETIME_MS + 1
  expect(await keeps('stranger of the next hour', '2001:db8:0:1::1')).toBe(true)
})

test('where there is no room for another form, the same user’s next one still replaces the former one', async () => {
  const { keeps } = oneProcess()
  expect(await keeps(anna, '192.0.2.1')).toBe(true)
  await database.queries.execute(sql`
    insert into shop.documents (key, collection, owner, version, body, created_at, updated_at)
    select '/storage/synlab/form-drafts/' || n, '/storage/synlab/form-drafts', n, 1, '{}', now(), now()
    from generate_series(1, 2000) n`)
  expect(await keeps('anyone else', '192.0.2.1')).toBe(false)
  expect(await keeps(anna, '192.0.2.1', 'Maria')).toBe(true)
  const back = new URL(`${page}?kept=1`)
  expect(await keptForm(shopOf(anna), back)).toMatchObject({ firstName: 'Maria' })
  await database.queries.delete(records).where(like(records.key, '%/form-drafts/%'))
})
