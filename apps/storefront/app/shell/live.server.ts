import { ApiProblem } from '@shop/contract/main-api-client'
import { Problem, relayedProblem } from '@shop/contract/problem'
import { countStream, isStreamFree } from '../platform/cache/open-streams.server.ts'
import { readProblem } from '../platform/problems/read-problem.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'

const ASK_EVERY_MS = 4_000
/** Counted in questions: a proxy treats a connection that is silent for longer as dead. */
const HEARTBEAT_EVERY = 5
/** Then the browser opens the next one automatically, with its current cookies. */
const LONGEST_MS = 10 * 60_000

/** The account's version. If there is none for a reason that may pass, the refusal says when to ask again. */
async function firstVersion(shop: Shop): Promise<{ viewer: string; version: string }> {
  try {
    const viewer = await viewerId(shop)
    return { viewer, ...(await shop.api.accountVersion()) }
  } catch (error) {
    const problem = readProblem(error)
    if (!problem) throw error
    throw relayedProblem(problem.code, { retryAfter: problem.retryAfter ?? ASK_EVERY_MS / 1_000 })
  }
}

/**
 * Server-sent events for a page that stays open: `changed` once an order or a result of the account has changed. The
 * page itself asks what has changed. Between two questions to the main API nothing is held, not even a database
 * connection. Ends when the page is closed, when the session ends, or after ten minutes.
 * @throws Problem `too_many_requests` if the account has as many streams as it may, otherwise as the main API refuses
 */
export async function openLiveStream(shop: Shop, gone: AbortSignal): Promise<Response> {
  const { viewer, version } = await firstVersion(shop)
  if (!isStreamFree(viewer)) throw new Problem('too_many_requests')
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  }
  return new Response(liveStream({ shop, viewer, version, gone }), { headers })
}

interface LiveStream {
  shop: Shop
  viewer: string
  /** The version that the page shows, or a newer one. */
  version: string
  gone: AbortSignal
}

function liveStream({ shop, viewer, version, gone }: LiveStream): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let known = version
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function end(controller?: ReadableStreamDefaultController) {
    if (isOver) return
    isOver = true
    clearTimeout(timer)
    countStream(viewer, -1)
    controller?.close()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      countStream(viewer, 1)
      const send = (text: string) => controller.enqueue(bytes.encode(text))
      async function ask() {
        const now = await shop.api.accountVersion().catch((error: unknown) => {
          // If the main API is briefly unavailable, it is asked again later.
          return error instanceof ApiProblem && error.status === 401 ? null : { version: known }
        })
        if (isOver) return
        asked += 1
        if (!now || asked * ASK_EVERY_MS >= LONGEST_MS) return end(controller)
        if (now.version !== known) {
          known = now.version
          send('event: changed\ndata:\n\n')
        } else if (asked % HEARTBEAT_EVERY === 0) send(':\n\n')
        timer = setTimeout(ask, ASK_EVERY_MS)
      }
      gone.addEventListener('abort', () => end(controller))
      if (gone.aborted) return end(controller)
      send('retry: 5000\n\n')
      timer = setTimeout(ask, ASK_EVERY_MS)
    },
    cancel: () => end(),
  })
}
