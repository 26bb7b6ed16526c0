import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem, problemResponse } from '@shop/contract/problem'
import type { Logger } from 'pino'
import type { RefusedRequest } from './admission.ts'
import { KINDS, type Kind } from './kind-of-work.ts'
import { type AnsweredRequest, countRefused } from './metrics.ts'

const STATUS = 503
const LOG_EVERY_MS = 1_000
/** Spread, so that requests refused together do not all come back together. */
const RETRY_SECONDS = { least: 2, spread: 4 }

/** Writes a web `Response` to Node's response. */
export async function writeAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(new Uint8Array(await answer.arrayBuffer()))
}

/**
 * Says, for machines, that this process is too busy and in how many seconds to come back; in the body too, since a
 * browser's router does not pass on headers.
 */
export const tooBusy = (retryAfterSeconds: number) =>
  problemResponse(
    new Problem('not_ready', {
      retryAfter: retryAfterSeconds,
      extension: { missing: ['capacity'], retryAfterSeconds },
    }),
  )

/** The answer in words to a request that is not admitted; `retryAfterSeconds` is the value of its `Retry-After`. */
export type BusyAnswer = (request: IncomingMessage, retryAfterSeconds: number) => Promise<Response>

interface Refusals {
  program: AnsweredRequest['program']
  logger: Logger
  /** The answer in words, asked for each time; if it fails, one without words is sent. */
  answer: BusyAnswer
}

/**
 * Answers the requests that a busy process does not admit: each is counted in a metric, and the log has one line a
 * second with the number of each kind.
 */
export function refusals({ program, logger, answer }: Refusals) {
  let counts = new Map<Kind, number>()

  function note(kind: Kind): void {
    if (counts.size === 0) {
      setTimeout(() => {
        const refused = Object.fromEntries(KINDS.map((name) => [name, counts.get(name) ?? 0]))
        logger.warn({ refused }, 'this process is overloaded: requests are refused')
        counts = new Map()
      }, LOG_EVERY_MS).unref()
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }

  return (request: IncomingMessage, response: ServerResponse, refused: RefusedRequest): void => {
    note(refused.kind)
    countRefused(refused, { program, method: request.method ?? '', status: STATUS, ms: refused.ms })
    const { least, spread } = RETRY_SECONDS
    const seconds = least + Math.floor(Math.random() * spread)
    response.setHeader('Retry-After', String(seconds))
    void answer(request, seconds)
      .catch(() => tooBusy(seconds))
      .then((words) => writeAnswer(response, words))
      // The client is gone.
      .catch(() => response.destroy())
  }
}
