import { pageAsked } from '@shop/server/page-asked'
import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  createRoutesStub,
  type LoaderFunctionArgs,
  PrefetchPageLinks,
  useLocation,
} from 'react-router'
import { expect, test } from 'vitest'
import { aRoute, routerBuild } from '../app/platform/pages/testing/router-build.ts'

const ORIGIN = 'http://shop.example'

/** What the router itself makes of an address: the page, by its `url`, and the routes whose loaders ran. */
async function askRouter(address: string) {
  const urls: Record<string, string> = {}
  const route = (id: string, place: object) =>
    aRoute(
      { id, ...place },
      {
        default: () => null,
        loader: ({ url }: LoaderFunctionArgs) => {
          urls[id] = url.href
          return null
        },
      },
    )
  const build = routerBuild({
    ...route('root', { path: '' }),
    ...route('page', { path: ':a?/:b?/:c?', parentId: 'root' }),
  })
  const answer = await createRequestHandler(build, 'production')(new Request(`${ORIGIN}${address}`))
  return { urls, type: answer.headers.get('Content-Type') }
}

test.each([
  '/',
  '/?index',
  '/?index=5',
  '/_.data',
  '/_.data?index&place=home%3A1',
  '/_.data?_routes=page',
  '/orders.data',
  '/orders.data?_routes=root%2Cpage',
  '/orders/1.data?backPathKey=cart&_routes=page',
  '/orders/1?move',
  '/orders/1/receipt.pdf?x=%D1%84',
  '/orders/',
  '/orders/_.data',
])('the page, its data and its routes are read from %s as the router reads them', async (address) => {
  const { url, isData, routes } = pageAsked(`${ORIGIN}${address}`)
  const { urls, type } = await askRouter(address)
  expect([url.href]).toEqual([...new Set(Object.values(urls))])
  expect(Object.keys(urls).toSorted()).toEqual((routes ?? ['root', 'page']).toSorted())
  expect(type === 'text/x-script').toBe(isData)
})

function Ahead() {
  const page: string = useLocation().state
  return <PrefetchPageLinks page={page} data-page={page} />
}
const Nothing = () => null
const Stub = createRoutesStub([
  { path: '/here', Component: Ahead },
  { path: '*', loader: () => null, HydrateFallback: Nothing },
])

test.each([
  ['/orders/1?x=1', '/orders/1?x=1'],
  ['/orders/', '/orders/'],
  ['/', '/'],
])('when %s is prefetched, the router asks for the data of that page', (page, asked) => {
  const links = renderToString(<Stub initialEntries={[{ pathname: '/here', state: page }]} />)
  const [, href] = /rel="prefetch" as="fetch" href="([^"]+)"/.exec(links) ?? []
  const { url, isData } = pageAsked(`${ORIGIN}${href}`)
  expect([isData, url.pathname + url.search]).toEqual([true, asked])
  // This attribute identifies the page once its data have arrived.
  expect(links).toContain(`data-page="${page}"`)
})
