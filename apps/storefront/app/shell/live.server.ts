import { ApiProblem } from '@shop/contract/main-api-client'
import { Problem, problemResponse } from '@shop/contract/problem'
import { countStream, isStreamFree } from '../platform/cache/open-streams.server.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { viewerId } from '../platform/session/viewer.server.ts'

const ASK_EVERY_MS = 4_000
/** A proxy takes a line that is silent for longer for dead. */
const HEARTBEAT_EVERY = 5
/** Then the browser opens the next one by itself, with the cookies of that moment. */
const LONGEST_MS = 10 * 60_000

/**
 * Server-sent events for a page that stays open: `changed` once an order or a result of the account has changed. What has
 * changed the page asks for itself. Between two questions to the main API nothing is held, no connection of a database
 * either. Ends when the page goes, the session ends, or after ten minutes.
 */
export async function openLiveStream(shop: Shop, gone: AbortSignal): Promise<Response> {
  if (!shop.token) return problemResponse(new Problem('unauthorized'))
  try {
    const viewer = await viewerId(shop)
    const { version } = await shop.api.accountVersion()
    if (!isStreamFree(viewer)) return problemResponse(new Problem('too_many_requests'))
    const headers = {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    }
    return new Response(liveStream({ shop, viewer, version, gone }), { headers })
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) {
      return problemResponse(new Problem('unauthorized'))
    }
    throw error
  }
}

interface LiveStream {
  shop: Shop
  viewer: string
  /** What the page that opens it shows, or newer. */
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
      const tell = (text: string) => controller.enqueue(bytes.encode(text))
      async function ask() {
        const now = await shop.api.accountVersion().catch((error: unknown) => {
          // A main API that is away for a moment is asked again.
          return error instanceof ApiProblem && error.status === 401 ? null : { version: known }
        })
        if (isOver) return
        asked += 1
        if (!now || asked * ASK_EVERY_MS >= LONGEST_MS) return end(controller)
        if (now.version !== known) {
          known = now.version
          tell('event: changed\ndata:\n\n')
        } else if (asked % HEARTBEAT_EVERY === 0) tell(':\n\n')
        timer = setTimeout(ask, ASK_EVERY_MS)
      }
      gone.addEventListener('abort', () => end(controller))
      if (gone.aborted) return end(controller)
      tell('retry: 5000\n\n')
      timer = setTimeout(ask, ASK_EVERY_MS)
    },
    cancel: () => end(),
  })
}
