import type { Database } from '@shop/database/open-database'
import { isDatabaseAway } from '@shop/database/statement-errors'
import { describeError } from '@shop/server/log'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { trimTrailingSlash } from 'hono/trailing-slash'
import type { Instrument, InstrumentOptions } from './analyser/hl7/instrument.ts'
import { analyserRoutes } from './analyser/routes.ts'
import type { RunnableAnalyser } from './analyser/run-analyser.ts'
import { deskPage } from './desk/desk-page.ts'
import { mailboxRoutes } from './mailbox/routes.ts'
import { type MailServer, startMailServer } from './mailbox/start-mail-server.ts'
import { awayPage } from './pages/away-page.ts'
import { respondWithPage } from './pages/respond-with-page.ts'
import { startPage } from './pages/start-page.ts'
import { keepDelivering } from './payment/keep-delivering.ts'
import { paymentRoutes } from './payment/routes.ts'

export { DEMO_STAFF } from './desk/demo-staff.ts'
export { SANDBOX_PAYMENT } from './sandbox-payment.ts'

export interface SandboxOptions {
  /** The tables are in the schema `sandbox`, so the state survives a restart and is shared by several processes. */
  database: Database
  /** Where the sandbox is mounted, as its visitors reach it: `https://…/sandbox`. */
  publicUrl: string
  /** The shop's account at the payment page; `privateKey` is PEM, RSA. */
  payment: { shopId: string; secretKey: string; privateKey: string }
  /** The main API as the analyser reaches it, and the token of the laboratory's information system. */
  laboratory: { root: string; token: string; fetch: typeof fetch }
  /** How notifications are sent: in the process or over HTTP. */
  fetch: typeof fetch
  now?: () => Date
  /** Receives failures; absent: they are not logged. */
  logger?: { error(fields: Record<string, unknown>, message: string): void }
}

export interface Sandbox {
  /** Paths relative to where it is mounted. */
  app: Hono
  /** Starts the mailbox's SMTP server. Port 0 (the default) takes a free one; the default host is loopback. */
  startMailServer(port?: number, host?: string): Promise<MailServer>
  /** Switches the analyser from FHIR to HL7 v2 with a gateway on this machine. */
  startInstrument(options: InstrumentOptions): Promise<Instrument>
  /** Stops retries, the instrument and the mail servers; the database is left to its owner. */
  close(): Promise<void>
}

/** The parties outside the shop: payment page, mailbox, analyser. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { database, payment, now = () => new Date() } = options
  const { origin, pathname: mount } = new URL(options.publicUrl)
  const paymentPage = {
    database,
    now,
    fetch: options.fetch,
    baseUrl: `${origin}${mount}/payment`,
    ...payment,
  }
  const onFailure = (error: unknown) => options.logger?.error(describeError(error), 'sandbox failure')
  const mailbox = { database, now, onFailure, basePath: `${mount}/mailbox` }
  const analyser: RunnableAnalyser = {
    database,
    now,
    fetch: options.laboratory.fetch,
    root: options.laboratory.root.replace(/\/$/, ''),
    token: options.laboratory.token,
    basePath: `${mount}/analyser`,
  }
  const delivering = keepDelivering(paymentPage, onFailure)
  const mailServers: MailServer[] = []

  const app = new Hono()
  app.use(trimTrailingSlash())
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse()
    onFailure(error)
    return isDatabaseAway(error) ? awayPage(context) : context.text('The sandbox failed.', 500)
  })
  app.get('/', (context) => respondWithPage(context, startPage(mount)))
  app.get('/desk', async (context) => respondWithPage(context, await deskPage(now())))
  app.route('/payment', paymentRoutes(paymentPage))
  app.route('/mailbox', mailboxRoutes(mailbox))
  app.route('/analyser', analyserRoutes(analyser))

  return {
    app,
    async startMailServer(port = 0, host = '127.0.0.1') {
      const server = await startMailServer(mailbox, { port, host })
      mailServers.push(server)
      return server
    },
    async startInstrument(options) {
      // Few demonstrations have a gateway, and the character sets that HL7 v2 may come in take a megabyte.
      const { startInstrument } = await import('./analyser/hl7/instrument.ts')
      analyser.instrument = await startInstrument(analyser, options)
      return analyser.instrument
    },
    async close() {
      await analyser.instrument?.close()
      await Promise.all([delivering.stop(), ...mailServers.map((server) => server.close())])
    },
  }
}
