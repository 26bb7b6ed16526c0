import { ApiProblem } from '@shop/contract/main-api-client'
import type { Shop } from '../session/shop-context.server.ts'
import { pageTexts } from '../texts/page-texts.server.ts'
import { tooManyTries } from './problem-messages.server.ts'

const PASSED_ON = ['Content-Type', 'Content-Disposition', 'Content-Length']

/**
 * Passes on a file of the main API as an answer of the shop. If the customer asks for too many files, or too many are
 * being made at the moment, the answer says so and when to try again.
 */
export async function passFileOn(shop: Shop, read: () => Promise<Response>): Promise<Response> {
  try {
    const file = await read()
    const headers = new Headers({ 'Cache-Control': 'private, no-store' })
    for (const name of PASSED_ON) {
      const value = file.headers.get(name)
      if (value) headers.set(name, value)
    }
    return new Response(file.body, { headers })
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 429 || error.status === 503) return later(shop, error)
    throw error
  }
}

/** There is no page around a file, so the answer is plain text. */
function later({ locale, env }: Shop, { status, retryAfter }: ApiProblem): Response {
  const { t } = pageTexts(locale, env.partner).texts
  const seconds = Math.max(1, Math.ceil(retryAfter ?? 60))
  const { key, count } = tooManyTries(seconds)
  const text = status === 503 ? t('shell.error.server.text') : t(key, { count })
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(seconds),
    },
  })
}
