import { once } from 'node:events'
import { acceptedDocumentSchema, type CurrentUser, type Registration } from '@shop/contract/accounts'
import { createMainApiClient, type MainApiClient } from '@shop/contract/main-api-client'
import type { PatientDetails, WirePatient } from '@shop/contract/patients'
import { patientToWire } from '@shop/contract/patients'
import type { Database } from '@shop/database/open-database'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import { ownServerProof } from '@shop/server/own-server'
import { pino } from 'pino'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import { createLaboratoryApi, type LaboratoryApi } from '../app.ts'
import { startTestMailServer, type TestMail, type TestMailServer } from './test-mail-server.ts'
import { testSettings } from './test-settings.ts'

const ROOT = 'http://api.test'
export const TEST_PASSWORD = 'plum harbour 47 lantern'

export interface TestUser {
  user: CurrentUser
  token: string
  password: string
  /** The typed client, signed in as this user. */
  client: MainApiClient
}

export interface TestApi extends LaboratoryApi {
  mailServer: TestMailServer
  /** The lines logged by the API, parsed. */
  logLines: Record<string, unknown>[]
  /** Waits for the first logged line that fits. */
  logged(fits: (line: Record<string, unknown>) => boolean): Promise<Record<string, unknown>>
  /** Calls the application within the process; a body that is not a string is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<Response>
  /** The typed client of a guest, or of the token's user. */
  client(token?: string, locale?: string): MainApiClient
  /** Creates an account through the API; its e-mail is unconfirmed. */
  registerUser(overrides?: Partial<Registration>): Promise<TestUser>
  /** As `registerUser`, with the e-mail confirmed by the mailed code. */
  registerConfirmedUser(overrides?: Partial<Registration>): Promise<TestUser>
  createPatient(user: TestUser, overrides?: Partial<PatientDetails>): Promise<WirePatient>
}

export interface RequestOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

interface TestApiOptions {
  database: Database
  now?: () => Date
  fetch?: typeof fetch
  settings?: Partial<LaboratoryApiSettings>
  mail?: Partial<LaboratoryApiSettings['mail']>
}

/** The six digits of a confirmation mail. */
export function codeOf(mail: TestMail): string {
  const code = /\b\d{6}\b/.exec(mail.text ?? '')?.[0]
  if (!code) throw new Error('the mail has no code')
  return code
}

/** The token of the link in a mail. */
export function linkTokenOf(mail: TestMail): string {
  const token = /[#?&]token=([\w-]+)/.exec(mail.text ?? '')?.[1]
  if (!token) throw new Error('the mail has no link')
  return token
}

let people = 0
/** A separate network address for each caller, so that limits do not interfere. */
function nextAddress(): string {
  people++
  return `198.51.${Math.floor(people / 250) % 250}.${people % 250}`
}

function createHelpers(api: LaboratoryApi, mailServer: TestMailServer, settings: LaboratoryApiSettings) {
  async function request(method: string, path: string, { token, body, headers }: RequestOptions = {}) {
    return api.app.request(`${ROOT}${path.startsWith('/') ? path : `/${path}`}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  function client(token?: string, locale?: string) {
    return createMainApiClient({
      root: ROOT,
      fetch: async (input, init) => api.app.request(input, init),
      token,
      locale,
      clientAddress: nextAddress(),
      ownServerProof: () => ownServerProof(settings.clientAddressSecret),
    })
  }
  async function registerUser(overrides: Partial<Registration> = {}): Promise<TestUser> {
    const guest = client()
    const documents = await guest.documents()
    const password = overrides.password ?? TEST_PASSWORD
    const { accessToken, user } = await guest.register({
      email: `person-${crypto.randomUUID()}@mail.example`,
      password,
      firstName: 'Anna',
      lastName: 'Kowalska',
      acceptedDocuments: documents
        .filter(({ requiresAcceptance }) => requiresAcceptance)
        .map((document) => acceptedDocumentSchema.parse(document)),
      ...overrides,
    })
    return { user, token: accessToken, password, client: client(accessToken) }
  }
  return {
    request,
    client,
    registerUser,
    async registerConfirmedUser(overrides: Partial<Registration> = {}) {
      const registered = await registerUser(overrides)
      const mail = await mailServer.take({ to: registered.user.email })
      await registered.client.activate({ token: codeOf(mail) })
      return { ...registered, user: await registered.client.currentUser() }
    },
    createPatient: (user: TestUser, overrides: Partial<PatientDetails> = {}) =>
      user.client.createPatient(
        patientToWire({
          firstName: 'Anna',
          lastName: 'Kowalska',
          gender: 'FEMALE',
          dateOfBirth: '1990-04-12',
          ...overrides,
        }),
      ),
  }
}

function createTestLog() {
  const logLines: Record<string, unknown>[] = []
  const written = new EventTarget()
  const write = (line: string) => {
    logLines.push(JSON.parse(line))
    written.dispatchEvent(new Event('line'))
  }
  async function logged(fits: (line: Record<string, unknown>) => boolean) {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const line = logLines.find(fits)
      if (line) return line
      await once(written, 'line', { signal })
    }
  }
  // Without the process and the machine, whose id and name could be what a test looks for.
  return { logLines, logged, logger: pino({ level: 'debug', base: null }, { write }) }
}

/** The whole main API on a test's database, with running jobs and a real SMTP server. `close` it. */
export async function createTestApi(options: TestApiOptions): Promise<TestApi> {
  const mailServer = await startTestMailServer()
  const settings = testSettings({
    mail: {
      smtpUrl: mailServer.url,
      from: 'Norma <no-reply@shop.example>',
      supportTo: 'support@shop.example',
      ...options.mail,
    },
    ...options.settings,
  })
  const { logger, logLines, logged } = createTestLog()
  const api = await createLaboratoryApi({
    database: options.database,
    settings,
    logger,
    // Schedules follow the machine's clock instead of the test's, and would run statements while a test counts them.
    schedules: false,
    ...(options.now ? { now: options.now } : {}),
    ...(options.fetch ? { fetch: options.fetch } : {}),
  })
  await api.start()
  return {
    ...api,
    ...createHelpers(api, mailServer, settings),
    mailServer,
    logLines,
    logged,
    async close() {
      await api.close()
      await mailServer.close()
    },
  }
}
