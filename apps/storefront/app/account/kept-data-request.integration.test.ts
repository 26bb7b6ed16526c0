import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepFormForLogin } from '../platform/forms/form-draft.server.ts'
import { createTestShop } from '../testing/test-shop.ts'
import { loadDataRequests } from './data-requests.server.ts'

const PAGE = 'http://shop.test/settings/data-requests'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a request about data whose session has ended is there again after the login', async () => {
  const answers = {
    'GET users/current': { id: '0199d3c4-7f2a-7000-8000-000000000001' },
    'GET users/current/rights-requests': [],
    'GET users/current/processing-limits': { restrictedSince: null, objectedSince: null },
  }
  const { shop } = createTestShop(answers, { token: 'token', database })
  const { formOwner, kept: before } = await loadDataRequests(shop, new URL(PAGE))
  expect(before).toBeUndefined()
  const typed = { right: 'correction', words: 'My name is misspelt.' }
  const path = '/login?pathnameToReturn=/settings/data-requests'
  const login = await keepFormForLogin(shop, path, { ...typed, formOwner })
  const back = new URL(login, PAGE).searchParams.get('pathnameToReturn')!
  expect((await loadDataRequests(shop, new URL(back, PAGE))).kept).toEqual(typed)
})

test('an unanswered request is overdue from the midnight after its last day, by the shop’s clock', async () => {
  const asked = { askedAt: '2040-02-05T09:00:00Z', state: 'open', answer: null, steps: [] }
  const answers = {
    'GET users/current': { id: '0199d3c4-7f2a-7000-8000-000000000001' },
    'GET users/current/rights-requests': ['2040-03-05', '2040-03-06'].map((dueOn) => ({ ...asked, dueOn })),
    'GET users/current/processing-limits': { restrictedSince: null, objectedSince: null },
  }
  // Half past midnight on 6 March in Minsk.
  const now = () => new Date('2040-03-05T21:30:00Z')
  const { shop } = createTestShop(answers, { token: 'token', database, now })
  const { requests } = await loadDataRequests(shop, new URL(PAGE))
  expect(requests.map(({ isOverdue }) => isOverdue)).toEqual([true, false])
})
