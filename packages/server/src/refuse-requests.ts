import type { IncomingMessage, ServerResponse } from 'node:http'
import { Problem, problemResponse } from '@shop/contract/problem'
import type { Logger } from 'pino'
import type { Refused } from './admission.ts'
import { KINDS, type Kind } from './kind-of-work.ts'
import { type AnsweredRequest, countRefused } from './metrics.ts'

const STATUS = 503
const LOG_EVERY_MS = 1_000
/** Spread, so that all who were refused together do not come back together. */
const RETRY_SECONDS = { least: 2, spread: 4 }

/** Writes an answer of the web to Node's response. */
export async function writeAnswer(response: ServerResponse, answer: Response): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(new Uint8Array(await answer.arrayBuffer()))
}

/**
 * That too much is asked of this process and in how many seconds to come back, for machines; in the body too,
 * since a browser's router hands on no header.
 */
export const tooBusy = (retryAfterSeconds: number) =>
  problemResponse(
    new Problem('not_ready', {
      retryAfter: retryAfterSeconds,
      extension: { missing: ['capacity'], retryAfterSeconds },
    }),
  )

/** The answer in words to who gets no turn; `retryAfterSeconds` is what its `Retry-After` says. */
export type BusyAnswer = (request: IncomingMessage, retryAfterSeconds: number) => Promise<Response>

interface Refusals {
  program: AnsweredRequest['program']
  logger: Logger
  /** The answer in words; asked for again when it fails, there is one without. */
  answer: BusyAnswer
}

/** Answers whom a busy process gives no turn: in a metric each, in the log one line a second with how many of each kind. */
export function refusals({ program, logger, answer }: Refusals) {
  let counts = new Map<Kind, number>()

  function note(kind: Kind): void {
    if (counts.size === 0) {
      setTimeout(() => {
        const refused = Object.fromEntries(KINDS.map((name) => [name, counts.get(name) ?? 0]))
        logger.warn({ refused }, 'too much is asked of this process: requests are refused')
        counts = new Map()
      }, LOG_EVERY_MS).unref()
    }
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }

  return (request: IncomingMessage, response: ServerResponse, refused: Refused): void => {
    note(refused.kind)
    countRefused(refused, { program, method: request.method ?? '', status: STATUS, ms: refused.ms })
    const { least, spread } = RETRY_SECONDS
    const seconds = least + Math.floor(Math.random() * spread)
    response.setHeader('Retry-After', String(seconds))
    void answer(request, seconds)
      .catch(() => tooBusy(seconds))
      .then((words) => writeAnswer(response, words))
      // Whoever asked is gone.
      .catch(() => response.destroy())
  }
}
