import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PROBLEM_STATUS, type ProblemCode } from '@shop/contract/problem'
import { STAFF_PERMISSIONS } from '@shop/domain/staff'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import renderPage from '../app/entry.server.tsx'
import ROUTES from '../app/routes.ts'
import { readSettings } from '../settings.ts'
import { createSite } from './site.ts'
import { deskBuild } from './testing/desk-build.ts'

/** For each page that the router asked for, whether it was rendered. */
const rendered: boolean[] = []
const pages = await deskBuild(async (...args) => {
  const page = await renderPage(...args)
  rendered.push(page.body !== null)
  return page
})
const ORIGIN = 'http://desk.example'
const ID = crypto.randomUUID()

const VIEWER = {
  ...{ id: crypto.randomUUID(), email: 'eva@example.com', name: 'Eva Lis', locale: 'en' },
  ...{ permissions: Object.keys(STAFF_PERMISSIONS), sessionEndsAt: '2026-01-01T00:00:00.000Z' },
  grants: [{ role: 'administrator', laboratoryIds: null }],
}

type Failure = ProblemCode | 'silence'

/** The desk before a main API that knows who is logged in, unless `isEverywhere`, and fails at every other call. */
async function openDesk(failure: Failure, { isEverywhere = false } = {}) {
  const asked: string[] = []
  const logged: { msg: string; level: number; route?: string; status?: number; requestId?: string }[] = []
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    if (request.url === '/staff/current' && !isEverywhere) return answer(200, VIEWER)
    asked.push(request.url!)
    if (failure === 'silence') return request.socket.destroy()
    const status = PROBLEM_STATUS[failure]
    answer(status, { type: 'about:blank', title: failure, status, code: failure })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const settings = { ...readSettings({}).desk, publicUrl: ORIGIN, apiRoot: `http://127.0.0.1:${port}` }
  const logger = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) })
  const site = createSite({ pages, settings, logger })
  async function send(path: string, form?: Record<string, string>) {
    const headers = { Cookie: 'deskSession=known', Origin: ORIGIN }
    const body = form && { method: 'POST', body: new URLSearchParams(form) }
    const answer = await site.request(`${ORIGIN}${path}`, { headers, ...body })
    const text = await answer.text()
    return {
      answer: [answer.status, answer.headers.get('Location')],
      isEnded: answer.headers.get('Set-Cookie')?.startsWith('deskSession=; Max-Age=0') ?? false,
      text,
      title: /<h1>(.*)<\/h1>/.exec(text)?.[1],
      /** The lines about answers. */
      answers: logged.flatMap(({ msg, route, status, requestId }) =>
        msg === 'desk' ? [[route, status, requestId === answer.headers.get('X-Request-Id')]] : [],
      ),
      faults: logged.filter(({ level }) => level >= 50).map(({ msg }) => msg),
    }
  }
  return { asked, send, [Symbol.dispose]: () => void server.close() }
}

/** What the main API is asked for by a page, by its form, by a file and by a script; by `at`, the page to come back to. */
const WAYS = [
  { way: 'a page', path: '/laboratory/held?x=1', at: '/laboratory/held?x=1' },
  { way: 'a form', path: `/laboratory/held/${ID}`, at: `/laboratory/held/${ID}`, form: { version: '1' } },
  { way: 'a file', path: '/money/closing/2026-01-05.csv', at: '/money/closing/2026-01-05.csv' },
  { way: 'a script of a page', path: `/orders/${ID}/presence`, at: `/orders/${ID}/presence`, form: {} },
] as const
const toLogin = (at: string) => `/login?${new URLSearchParams({ over: '1', to: at })}`

test.each(WAYS)(
  '$way: when the session has ended, the answer is the login, which leads back',
  async ({ path, at, ...sent }) => {
    for (const isEverywhere of [false, true]) {
      using desk = await openDesk('unauthorized', { isEverywhere })
      const done = await desk.send(path, 'form' in sent ? sent.form : undefined)
      expect(done).toMatchObject({ answer: [302, toLogin(at)], isEnded: true, faults: [] })
    }
  },
)

test.each(WAYS)(
  '$way: a main API that is silent is reported with 503, and logged once',
  async ({ path, ...sent }) => {
    for (const isEverywhere of [false, true]) {
      using desk = await openDesk('silence', { isEverywhere })
      const done = await desk.send(path, 'form' in sent ? sent.form : undefined)
      const faults = ['the main API is unreachable']
      expect(done).toMatchObject({ answer: [503, null], isEnded: false, faults })
    }
  },
)

test('the page about a silent main API has its texts, whichever call it was', async () => {
  for (const isEverywhere of [false, true]) {
    using desk = await openDesk('silence', { isEverywhere })
    expect((await desk.send('/laboratory/held')).title).toBe('The shop is not responding')
    expect((await desk.send('/money/closing/2026-01-05.csv')).text).toBe('null')
  }
})

test('a page about a failure carries its texts once, whichever call it was', async () => {
  /** Objects of as many members as there are texts, as the router writes objects: by the numbers of their members. */
  const LISTS_OF_TEXTS = /(?:\\?"_\d+\\?":-?\d+,){900,}/g
  const form = { version: '1' }
  for (const isEverywhere of [false, true]) {
    using desk = await openDesk('silence', { isEverywhere })
    const answers = [await desk.send('/laboratory/held'), await desk.send(`/laboratory/held/${ID}`, form)]
    expect(answers.map(({ text }) => text.match(LISTS_OF_TEXTS)?.length)).toEqual([1, 1])
  }
})

test('a page that is replaced is not rendered, and the one that replaces it is', async () => {
  using silent = await openDesk('silence')
  using over = await openDesk('unauthorized')
  rendered.length = 0
  await silent.send('/laboratory/held')
  await over.send('/laboratory/held')
  expect(rendered).toEqual([false, true, false])
})

test('the data of a page say the same as the page', async () => {
  const data = '/laboratory/held.data?x=1'
  const sent = [`/laboratory/held/${ID}.data`, { version: '1' }] as const
  for (const isEverywhere of [false, true]) {
    using over = await openDesk('unauthorized', { isEverywhere })
    const ended = await over.send(data)
    expect(ended).toMatchObject({ answer: [202, null], isEnded: true })
    expect(ended.text).toContain(toLogin('/laboratory/held?x=1'))
    expect((await over.send(...sent)).text).toContain(toLogin(`/laboratory/held/${ID}`))
    using silent = await openDesk('silence', { isEverywhere })
    expect((await silent.send(data)).answer).toEqual([503, null])
    expect((await silent.send(...sent)).answer).toEqual([503, null])
  }
})

test.each([
  ['forbidden', 403, 'Your role does not give you access to this'],
  ['not_found', 404, 'There is nothing here'],
  ['internal_error', 500, 'Something went wrong on our side'],
] as const)('%s makes a page with the status %i, and its data have the same', async (code, status, title) => {
  using desk = await openDesk(code)
  const page = await desk.send('/laboratory/held')
  expect(page).toMatchObject({ answer: [status, null], isEnded: false, faults: [], title })
  expect((await desk.send('/laboratory/held.data')).answer).toEqual([status, null])
})

test('every answer is logged once, by its route and without what is in its address', async () => {
  const seen = async (failure: Failure, [path, form]: readonly [string, Record<string, string>?]) => {
    using desk = await openDesk(failure)
    return (await desk.send(path, form)).answers
  }
  const held = 'laboratory/held/:resultId'
  expect(await seen('silence', ['/laboratory/held?name=Eva'])).toEqual([['laboratory/held', 503, true]])
  expect(await seen('unauthorized', [`/laboratory/held/${ID}`, { version: '1' }])).toEqual([
    [held, 302, true],
  ])
  expect(await seen('forbidden', [`/laboratory/held/${ID}.data`])).toEqual([[held, 403, true]])
  const file = 'money/closing/:file'
  expect(await seen('not_found', ['/money/closing/2026-01-05.csv'])).toEqual([[file, 404, true]])
  expect(await seen('not_found', ['/nowhere/Eva'])).toEqual([['*', 404, true]])
})

test('no screen answers a silent main API in another way', async () => {
  const screens = ROUTES.flatMap(({ children = [] }) => children).flatMap(({ children = [] }) => children)
  using desk = await openDesk('silence')
  for (const { path = '' } of screens) {
    const before = desk.asked.length
    const { answer } = await desk.send(`/${path.replaceAll(/:\w+/g, ID) || '_'}.data`)
    if (desk.asked.length > before) expect([path, ...answer]).toEqual([path, 503, null])
  }
  expect(desk.asked.length).toBeGreaterThan(screens.length / 2)
})
