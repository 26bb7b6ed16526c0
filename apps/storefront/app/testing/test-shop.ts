import { createMainApiClient } from '@shop/contract/main-api-client'
import { PROBLEM_STATUS, type ProblemCode } from '@shop/contract/problem'
import type { Database } from '@shop/database/open-database'
import { pino } from 'pino'
import { createCookieJar } from '../../server/cookie-jar.ts'
import type { PublicEnv } from '../../settings.ts'
import { createShopMemory } from '../platform/cache/shop-memory.server.ts'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import type { SentForm } from '../platform/forms/read-form.server.ts'
import { formTexts } from '../platform/pages/form-texts.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'

export interface ApiCall {
  /** `POST login` */
  call: string
  body: unknown
  authorization: string | null
}

/** Replies of a fake main API, by method and path: a body, a response, or a function that returns one. */
export type ApiAnswers = Record<string, unknown>

interface TestShop {
  shop: Shop
  /** The calls that reached the main API. */
  calls: ApiCall[]
  /** The messages logged. */
  logged: string[]
}

export function problem(
  code: ProblemCode,
  more: Record<string, unknown> = {},
  headers: HeadersInit = {},
): Response {
  return Response.json(
    { type: 'about:blank', title: code, status: PROBLEM_STATUS[code], code, ...more },
    { status: PROBLEM_STATUS[code], headers },
  )
}

/** A request's view of the shop, with a main API that gives these replies; a call without one is a 404. */
export function createTestShop(
  answers: ApiAnswers,
  { token, database, now = () => new Date() }: { token?: string; database?: Database; now?: () => Date } = {},
): TestShop {
  const calls: ApiCall[] = []
  const logged: string[] = []
  const logger = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line).msg) })
  async function answer(input: string, init: RequestInit): Promise<Response> {
    const call = `${init.method} ${input.replace('http://api.test/', '')}`
    const headers = new Headers(init.headers)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ call, body, authorization: headers.get('Authorization') })
    if (!Object.hasOwn(answers, call)) return problem('not_found')
    const given = answers[call]
    const value: unknown = typeof given === 'function' ? given() : given
    if (value instanceof Response) return value.clone()
    return value === null ? new Response(null, { status: 204 }) : Response.json(value)
  }
  const createApi: Shop['createApi'] = (options) =>
    createMainApiClient({ root: 'http://api.test', fetch: answer, trusted: true, ...options })
  const shop: Shop = {
    publicUrl: 'http://shop.test',
    env: { partner: 'synlab', defaultLocale: 'en' } as PublicEnv,
    businessTimeZone: 'Europe/Minsk',
    paymentPageHosts: [],
    ownSecrets: { clientAddressSecret: 'a-secret-of-tests', formerClientAddressSecrets: [] },
    database: database ?? ({} as Database),
    logger,
    now,
    memory: createShopMemory(now),
    createApi,
    requestId: 'test',
    nonce: 'test',
    locale: 'en',
    token,
    cartStorageId: undefined,
    activeLaboratoryId: undefined,
    cookieAccepted: true,
    isAnswer: false,
    clientAddress: '127.0.0.1',
    userAgent: undefined,
    api: createApi(token ? { token } : {}),
    cookies: createCookieJar(token ? `authToken=${encodeURIComponent(`Bearer ${token}`)}` : undefined, false),
  }
  return { shop, calls, logged }
}

/** A form with these fields; a list repeats its name. */
export function formOf(fields: Record<string, string | string[]>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one)
  }
  return form
}

/** The form as an action reads it. */
export function sent(form: FormData): SentForm {
  const texts = formTexts(form)
  return { intent: texts.intent ?? '', texts, form }
}

/** What an action returned: where it redirects to, or the failure with its status. */
export function outcomeOf(answer: unknown) {
  if (answer instanceof Response) return { location: answer.headers.get('Location'), status: answer.status }
  const { data, init } = answer as { data: unknown; init: { status: number } | null }
  return { failure: data as FormFailure, status: init?.status }
}
