import { type Context, Hono } from 'hono'
import { expect, test } from 'vitest'
import { activeLaboratory, shownLaboratory } from '../app/platform/laboratory/active-laboratory.server.ts'
import { type ApiAnswers, createTestShop, problem } from '../app/testing/test-shop.ts'
import { guestPages } from './guest-pages.ts'

const laboratory = (id: number) => ({
  id,
  address: { city: `Town ${id}`, address: 'улица Ленина, 1', latitude: 53.9, longitude: 27.6 },
  aboutLink: null,
  email: null,
  type: 'PHYSICAL',
})

/** Opens guest pages over a shop with two laboratories; every page says which one is chosen and which one is shown. */
function openPages() {
  let now = Date.parse('2026-11-20T09:00:00Z')
  const answers: ApiAnswers = {
    'GET laboratories': [laboratory(1), laboratory(2)],
    'GET laboratories/1': laboratory(1),
    'GET laboratories/2': laboratory(2),
    'GET labService?laboratoryId=1': [],
    'GET labService?laboratoryId=2': [],
  }
  const { shop } = createTestShop(answers, { now: () => new Date(now) })
  let duringRendering = () => {}
  let renderings = 0
  const answer = guestPages({
    services: shop,
    policy: () => "default-src 'self'",
    secure: false,
    trustedProxies: 0,
    render: async (_request, asker) => {
      renderings += 1
      duringRendering()
      const [chosen, shown] = await Promise.all([activeLaboratory(asker), shownLaboratory(asker)])
      const text = `chosen: ${chosen?.cityName ?? 'none'}, shown: ${shown?.cityName}`
      return new Response(text, { headers: { 'Content-Type': 'text/html' } })
    },
  })
  const app = new Hono()
  app.all('*', async (c: Context) => (await answer(c)) ?? c.text('not kept'))
  return {
    answers,
    renderings: () => renderings,
    during: (work: () => void) => {
      duringRendering = work
    },
    later: () => {
      now += 3_000
    },
    ask: async (path: string, cookie = '') =>
      (await app.request(path, { headers: cookie ? { Cookie: cookie } : {} })).text(),
  }
}

test('a kept page serves every guest who chose the same laboratory, however the cookie writes its number', async () => {
  const { ask, renderings } = openPages()
  expect(await ask('/profiles', 'activeLaboratoryId=01')).toBe('chosen: Town 1, shown: Town 1')
  expect(await ask('/profiles')).toBe('chosen: none, shown: Town 1')
  expect(await ask('/profiles', 'activeLaboratoryId=999')).toBe('chosen: none, shown: Town 1')
  expect(await ask('/profiles', 'activeLaboratoryId=1; _ga=2')).toBe('chosen: Town 1, shown: Town 1')
  expect(renderings()).toBe(2)
})

test('a page whose laboratory disappeared while it was rendered is not kept for that laboratory', async () => {
  const { ask, answers, during, later, renderings } = openPages()
  const [there, gone] = [answers['GET laboratories/2'], problem('not_found')]
  during(() => {
    answers['GET laboratories/2'] = gone
    later()
  })
  expect(await ask('/profiles', 'activeLaboratoryId=2')).toBe('not kept')
  during(() => {})
  answers['GET laboratories/2'] = there
  later()
  expect(await ask('/profiles', 'activeLaboratoryId=2')).toBe('chosen: Town 2, shown: Town 2')
  expect(renderings()).toBe(2)
})

test.each([
  '/profiles/1?pathnameToReturn=/',
  '/profiles/1?pathnameToReturn=%2Fcategories%2Fhormones',
  '/profiles/1?locale=pl',
  '/profiles/1.data?_routes=profileCard',
  '/profiles/1.data?pathnameToReturn=%2Forders&_routes=profileCard',
])('%s is kept', async (path) => {
  const { ask, renderings } = openPages()
  expect(await ask(path)).toBe('chosen: none, shown: Town 1')
  expect(await ask('/profiles/1')).toBe('chosen: none, shown: Town 1')
  expect(renderings()).toBe(2)
  await ask(path)
  await ask('/profiles/1')
  expect(renderings()).toBe(2)
})

test.each([
  '/profiles/1?pathnameToReturn=/orders',
  '/profiles/1?pathnameToReturn=/search?searchNameTerm=ferritin',
  '/profiles/1?pathnameToReturn=/profiles/2?page=3',
  '/profiles/1?pathnameToReturn=//evil.example',
  '/profiles/1?pathnameToReturn=/&pathnameToReturn=/profiles',
  '/profiles/1?utm_source=mail',
  '/orders',
  '/_.data?_routes=home',
  '/orders.data?_routes=orders',
  '/profiles/1.data',
  '/profiles/1.data?_routes=root',
  '/profiles/1.data?_routes=profileCard,root',
  '/profiles/1.data?_routes=profileCard&utm_source=mail',
  '/profiles/1?_routes=profileCard',
])('%s is rendered for each visitor', async (path) => {
  const { ask } = openPages()
  expect(await ask(path)).toBe('not kept')
})
