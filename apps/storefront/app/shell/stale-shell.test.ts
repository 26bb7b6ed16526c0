import {
  createMemoryRouter,
  type DataStrategyFunction,
  data,
  type MiddlewareFunction,
  redirect,
} from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noteChanges, reloadsShell } from './stale-shell.ts'

const SENT = { formMethod: 'post', formData: new FormData() } as const

/** Loads everything by default, as the router of the shop does. */
const dataStrategy: DataStrategyFunction = ({ matches, runClientMiddleware }) =>
  runClientMiddleware(async () => {
    const isSafe = (status?: number) => status === undefined || status < 400
    const asked = matches.filter((match) =>
      match.shouldCallHandler(isSafe(match.shouldRevalidateArgs?.actionStatus)),
    )
    return Object.fromEntries(
      await Promise.all(asked.map(async (match) => [match.route.id, await match.resolve()])),
    )
  })

/**
 * A shell around two pages and a form; `loads` counts how often the shell was loaded, `cart` how often the form's page
 * was, `answer` ends the form.
 */
async function openShell() {
  const [loads, cart] = [vi.fn(() => null), vi.fn(() => null)]
  const { promise, resolve: answer } = Promise.withResolvers<unknown>()
  const routes = [
    {
      id: 'root',
      path: '/',
      middleware: [noteChanges as MiddlewareFunction],
      loader: loads,
      shouldRevalidate: reloadsShell,
      children: [
        { index: true, loader: () => null },
        { path: 'tests', loader: () => null },
        { path: 'cart', loader: cart, action: () => promise },
      ],
    },
  ]
  const router = createMemoryRouter(routes, { dataStrategy })
  onTestFinished(() => router.dispose())
  await expect.poll(() => router.state.initialized).toBe(true)
  loads.mockClear()
  return { router, loads, cart, answer }
}

test('without a form the shell is not loaded from page to page', async () => {
  const { router, loads } = await openShell()
  await router.navigate('/tests')
  await router.navigate('/?page=2')
  expect(loads).not.toHaveBeenCalled()
})

test('a form’s answer reloads the shell once', async () => {
  const { router, loads, answer } = await openShell()
  answer(redirect('/tests'))
  await router.navigate('/cart', SENT)
  expect(router.state.location.pathname).toBe('/tests')
  expect(loads).toHaveBeenCalledOnce()
  await router.navigate('/')
  expect(loads).toHaveBeenCalledOnce()
})

test('a refused form leaves the shell alone until the next page', async () => {
  const { router, loads, answer } = await openShell()
  answer(data(null, { status: 422 }))
  await router.navigate('/cart', SENT)
  expect(loads).not.toHaveBeenCalled()
  await router.navigate('/tests')
  expect(loads).toHaveBeenCalledOnce()
})

test('a page opened before a form is answered loads the shell', async () => {
  const { router, loads } = await openShell()
  void router.navigate('/cart', SENT)
  await expect.poll(() => router.state.navigation.state).toBe('submitting')
  await router.navigate('/tests')
  expect(loads).toHaveBeenCalledOnce()
})

test('a page opened while the answer of a form leads to another loads the shell', async () => {
  const { router, loads, answer } = await openShell()
  const never = Promise.withResolvers<null>()
  loads.mockReturnValueOnce(never.promise as never)
  answer(redirect('/'))
  void router.navigate('/cart', SENT)
  await expect.poll(() => loads).toHaveBeenCalledOnce()
  await router.navigate('/tests')
  expect(loads).toHaveBeenCalledTimes(2)
})

test('a page that leads to another when it is loaded again takes the shell along', async () => {
  const { router, loads, cart } = await openShell()
  await router.navigate('/cart')
  // The server answers for all routes at once.
  const leadOn = () => {
    throw redirect('/tests')
  }
  for (const loader of [loads, cart]) loader.mockImplementationOnce(leadOn)
  await router.revalidate()
  await expect.poll(() => router.state.location.pathname).toBe('/tests')
  await expect.poll(() => router.state.navigation.state).toBe('idle')
  expect(loads).toHaveBeenCalledTimes(2)
  await router.navigate('/')
  expect(loads).toHaveBeenCalledTimes(2)
})

test('the shell is loaded again after a form that was answered when its page was already left', async () => {
  const { router, loads, answer } = await openShell()
  const chosen = router.fetch('laboratory', 'root', '/cart', SENT)
  await expect.poll(() => router.state.fetchers.get('laboratory')?.state).toBe('submitting')
  await router.navigate('/tests')
  expect(loads).toHaveBeenCalledOnce()
  answer(redirect('/cart'))
  await chosen
  expect(router.state.location.pathname, 'the router drops the redirect').toBe('/tests')
  await router.navigate('/')
  expect(loads).toHaveBeenCalledTimes(2)
  await router.navigate('/tests')
  expect(loads).toHaveBeenCalledTimes(2)
})

test('of two loads that end at the same time the newer one is shown, of the shell and of the page', async () => {
  const { router, loads, cart, answer } = await openShell()
  const [older, newer] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  for (const loader of [loads, cart])
    loader.mockReturnValueOnce(older.promise as never).mockReturnValueOnce(newer.promise as never)
  const accepted = router.fetch('cookies', 'root', '/cart', SENT)
  const opened = router.navigate('/cart')
  await expect.poll(() => cart).toHaveBeenCalledOnce()
  answer(null)
  await expect.poll(() => cart).toHaveBeenCalledTimes(2)
  older.resolve('older')
  newer.resolve('newer')
  await Promise.all([accepted, opened])
  expect(Object.values(router.state.loaderData)).toEqual(['newer', 'newer'])
})
