import { pathOf } from '../navigation.ts'
import { KEPT_SHEETS, KEPT_UNTIL } from './kept-until.ts'

// Serves only the nurse's sheet: if the network or the desk fails, the copy that was kept, until its time is over.
// The files of its page come from the cache first.

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface Worker extends EventTarget {
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}
const worker = globalThis as unknown as Worker

/** A network that carries nothing for this long counts as no network. */
const PATIENCE_MS = 5_000

worker.addEventListener('install', (event) => (event as WorkerEvent).waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => (event as WorkerEvent).waitUntil(worker.clients.claim()))
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) respondWith.call(event, partOfPage(request))
  else if (request.mode === 'navigate') respondWith.call(event, sheet(request))
})

async function partOfPage(request: Request): Promise<Response> {
  return (await (await caches.open(KEPT_SHEETS)).match(request.url)) ?? fetch(request)
}

async function sheet(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) })
    const isLogin = answer.type === 'opaqueredirect' && new URL(request.url).search !== ''
    // The session has ended, here or elsewhere.
    if (isLogin || answer.status === 401 || answer.status === 403) await caches.delete(KEPT_SHEETS)
    return answer.status >= 500 ? ((await kept(request)) ?? answer) : answer
  } catch {
    return (await kept(request)) ?? (await leadToKept()) ?? Response.error()
  }
}

async function kept({ url }: Pick<Request, 'url'>): Promise<Response | undefined> {
  const sheets = await caches.open(KEPT_SHEETS)
  const page = await sheets.match(url)
  const until = page?.headers.get(KEPT_UNTIL)
  if (until && Date.parse(until) > Date.now()) return page
  await sheets.delete(url)
  return undefined
}

/** Leads to any other sheet that is kept, if that of the address is not. */
async function leadToKept(): Promise<Response | undefined> {
  for (const { url } of await (await caches.open(KEPT_SHEETS)).keys()) {
    if (new URL(url).pathname === pathOf('sheet') && (await kept({ url }))) return Response.redirect(url)
  }
  return undefined
}
