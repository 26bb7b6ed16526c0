import { PATIENTLY } from '@shop/database/testing/patience'
import {
  createMemoryRouter,
  createStaticHandler,
  type DataStrategyResult,
  data,
  type MiddlewareFunction,
  redirect,
  replace,
} from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lostAnswer, stayWhenLost } from './lost-answer.ts'

const BUSY = JSON.stringify({ code: 'not_ready', missing: ['capacity'], retryAfterSeconds: 4 })

/** What the router makes of a response with this status and body. */
async function refused(status: number, body: unknown) {
  const refuse = () => {
    throw data(body, { status })
  }
  const answered = await createStaticHandler([{ id: 'page', path: '/', loader: refuse }]).query(
    new Request('http://shop.example/'),
  )
  if (answered instanceof Response) throw new TypeError('The router answered by itself.')
  return { type: 'error' as const, result: answered.errors?.page as unknown }
}

/** What the router gets when a patient's form, sent to the shop, ends with this result. */
async function send(result: DataStrategyResult) {
  const body = new URLSearchParams({ firstName: 'Anna' })
  const request = new Request('http://shop.example/patients/create?x=1', { method: 'POST', body })
  const next = async () => ({ form: result })
  const handed = await stayWhenLost({ request } as Parameters<typeof stayWhenLost>[0], next)
  return (handed as Record<string, DataStrategyResult>).form
}

test.each([
  ['a busy shop', await refused(503, BUSY), 4],
  ['a proxy without a shop behind it', await refused(502, '<html>Bad gateway</html>'), null],
  ['a proxy during a restart', await refused(503, 'no server is available'), null],
  ['no connection', { type: 'error' as const, result: new TypeError('Failed to fetch') }, null],
  ['none, as of an action', { type: 'error' as const, result: data(new TypeError('Failed')) }, null],
])('a form that meets %s stays on its page with what was typed', async (_, result, retryAfterSeconds) => {
  const handed = await send(result)
  expect(handed).toMatchObject({ type: 'data' })
  const lost = lostAnswer.read()
  expect(lost).toMatchObject({ retryAfterSeconds, what: { action: '/patients/create?x=1' } })
  expect(lost && 'form' in lost.what && lost.what.form.get('firstName')).toBe('Anna')
  // The load that the router starts after each form neither shows nor hides a notice.
  const page = new Request('http://shop.example/patients/create?x=1')
  await stayWhenLost({ request: page } as Parameters<typeof stayWhenLost>[0], async () => ({}))
  expect(lostAnswer.read()).toBe(lost)
})

test.each([
  ['the router’s own answer with that status', await refused(503, null)],
  ['an error of the shop', await refused(500, 'Unexpected Server Error')],
  ['a form with mistakes', { type: 'data' as const, result: { failure: {} } }],
])('%s is an answer', async (_, result) => {
  expect(await send(result)).toBe(result)
  expect(lostAnswer.read()).toBeNull()
})

test.each([
  ['Back returns to replaces its history entry', 'http://shop.example/login', true],
  ['a link leads to is left to the router', 'http://shop.example/documents', false],
])('the redirect of a page that %s', async (_, href, inPlace) => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href })
  const request = new Request('http://shop.example/login')
  const leadsOn = { page: { type: 'error' as const, result: redirect('/orders') } }
  const handed = await stayWhenLost({ request } as Parameters<typeof stayWhenLost>[0], async () => leadsOn)
  const led = (handed as typeof leadsOn).page.result
  expect([...led.headers]).toEqual([...(inPlace ? replace : redirect)('/orders').headers])
  expect(led.status).toBe(302)
})

test('a page that a busy shop refuses stays pending until something else is requested', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const leave = new AbortController()
  const request = new Request('http://shop.example/search', { signal: leave.signal })
  const asked = stayWhenLost({ request } as Parameters<typeof stayWhenLost>[0], async () => ({
    page: await refused(503, BUSY),
  }))
  await expect.poll(() => lostAnswer.read()).toEqual({ what: { page: request.url }, retryAfterSeconds: 4 })
  leave.abort('elsewhere')
  await expect(asked).rejects.toBe('elsewhere')
})

test('a superseded page request neither hides the notice of its successor nor shows its own', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  const left = new AbortController()
  const url = 'http://shop.example/profiles'
  const first = Promise.withResolvers<Record<string, DataStrategyResult>>()
  const ask = (signal: AbortSignal, next: () => Promise<Record<string, DataStrategyResult>>) =>
    stayWhenLost({ request: new Request(url, { signal }) } as Parameters<typeof stayWhenLost>[0], next)
  const before = ask(left.signal, () => first.promise)
  await expect.poll(() => lostAnswer.read()).toBeNull()
  left.abort('asked again')
  const again = new AbortController()
  const after = ask(again.signal, async () => ({ page: { type: 'error', result: new TypeError('Failed') } }))
  await expect.poll(() => lostAnswer.read()).toEqual({ what: { page: url }, retryAfterSeconds: null })
  const shown = lostAnswer.read()
  first.resolve({ page: { type: 'data', result: {} } })
  await expect(before).rejects.toBe('asked again')
  expect(lostAnswer.read()).toBe(shown)
  again.abort('elsewhere')
  await expect(after).rejects.toBe('elsewhere')
})

test('an attempt that hangs is reported lost, so the next replaces it; its late answer still counts', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'http://shop.example/' })
  const url = 'http://shop.example/profiles'
  const left = new AbortController()
  const ask = (signal: AbortSignal, next: () => Promise<Record<string, DataStrategyResult>>) =>
    stayWhenLost({ request: new Request(url, { signal }) } as Parameters<typeof stayWhenLost>[0], next)
  const first = ask(left.signal, async () => ({ page: { type: 'error', result: new TypeError('Failed') } }))
  const isLost = () => expect(lostAnswer.read()).toEqual({ what: { page: url }, retryAfterSeconds: null })
  await vi.waitFor(isLost, PATIENTLY)
  left.abort('asked again')
  await expect(first).rejects.toBe('asked again')

  const hanging = Promise.withResolvers<Record<string, DataStrategyResult>>()
  const before = lostAnswer.read()
  const again = ask(new AbortController().signal, () => hanging.promise)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(lostAnswer.read()).toBe(before)
  await vi.advanceTimersByTimeAsync(1)
  expect(lostAnswer.read()).not.toBe(before)
  expect(lostAnswer.read()).toEqual(before)
  const answer = { page: { type: 'data' as const, result: {} } }
  hanging.resolve(answer)
  expect(await again).toBe(answer)
  expect(lostAnswer.read()).toBeNull()
})

/** The router itself, with a page, a form, and a step that is over and leads on, with the shell or without it. */
async function openRouter({ withShell = false } = {}) {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { href: 'http://localhost/' })
  const lose = () => Promise.reject(new TypeError('Failed to fetch'))
  const pages = vi.fn(() => null)
  let isOver = false
  const step = () => (isOver ? redirect('/orders') : null)
  const children = [
    { path: 'form', loader: pages, action: () => lose().catch((lost) => Promise.reject(data(lost))) },
    { path: 'step', loader: step },
    { path: 'lost', loader: lose },
    { path: 'orders', loader: pages },
  ]
  const shell = {
    loader: step,
    shouldRevalidate: ({ nextUrl }: { nextUrl: URL }) => withShell && isOver && nextUrl.pathname === '/step',
  }
  const middleware = [stayWhenLost as MiddlewareFunction]
  const router = createMemoryRouter([{ id: 'root', path: '/', ...shell, middleware, children }], {
    initialEntries: ['/orders', '/form', '/step'],
    initialIndex: 1,
  })
  onTestFinished(() => router.dispose())
  await expect.poll(() => router.state.initialized).toBe(true)
  pages.mockClear()
  const endStep = () => {
    isOver = true
  }
  return { router, pages, endStep }
}

const shownBy = ({ state }: Awaited<ReturnType<typeof openRouter>>['router']) => [
  state.location.pathname,
  state.navigation.state,
  state.errors,
]

test('the router leaves the page of a form without an answer as it was, and loads nothing', async () => {
  const { router, pages } = await openRouter()
  await router.navigate('/form', { formMethod: 'post', formData: new FormData() })
  expect(lostAnswer.read()).toMatchObject({ what: { action: '/form' } })
  expect(shownBy(router)).toEqual(['/form', 'idle', null])
  expect(Object.values(router.state.actionData ?? {})).toEqual([undefined])
  expect(pages).not.toHaveBeenCalled()
})

test('the router keeps the page while another gets no answer, until a third is asked for', async () => {
  const { router } = await openRouter()
  const asked = router.navigate('/lost')
  await expect.poll(() => lostAnswer.read()).toMatchObject({ what: { page: 'http://localhost/lost' } })
  expect(shownBy(router)).toEqual(['/form', 'loading', null])
  await router.navigate('/orders')
  await asked
  expect(shownBy(router)).toEqual(['/orders', 'idle', null])
  expect(lostAnswer.read()).toBeNull()
})

test.each([false, true])(
  'the router replaces a step that Back led to, the shell loaded too: %s',
  async (withShell) => {
    const { router, endStep } = await openRouter({ withShell })
    await router.navigate(1)
    await expect.poll(() => router.state.location.pathname).toBe('/step')
    await router.navigate('/form')
    endStep()
    vi.stubGlobal('location', { href: 'http://localhost/step' })
    await router.navigate(-1)
    await expect.poll(() => router.state.location.pathname).toBe('/orders')
    expect(router.state.historyAction).toBe('REPLACE')
  },
)
