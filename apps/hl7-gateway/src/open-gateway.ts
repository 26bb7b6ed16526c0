import type { Logger } from 'pino'
import { createFhirClient } from './fhir/fhir-client.ts'
import type { Names } from './messages/write-order.ts'
import { watchHl7Messages } from './metrics.ts'
import type { Charset } from './mllp/charsets.ts'
import type { MllpTlsFiles } from './mllp/connection.ts'
import { listen } from './mllp/listen.ts'
import { createSender } from './mllp/send.ts'
import { keepOrdering } from './orders/send-orders.ts'
import { createTaker } from './reports/take-report.ts'
import { openStore } from './store.ts'

export interface GatewaySettings {
  /** The root of the main API. */
  apiRoot: string
  client: { id: string; privateKey: string }
  names: Names
  charset: Charset
  /** In both directions; null: unencrypted. */
  tls: MllpTlsFiles | null
  /** The address to which the laboratory sends reports. */
  listen: { host: string; port: number }
  /** The address to which orders are sent. */
  laboratory: { host: string; port: number }
  folder: string
  intervalMs: number
  timeoutMs: number
  pauses: { first: number; longest: number }
}

export interface Gateway {
  /** The port for reports. */
  port: number
  /** The number of messages that are sent until the laboratory accepts them. */
  waiting(): number
  close(): Promise<void>
}

/** Connects a laboratory that speaks HL7 v2 with the main API's FHIR interface. */
export async function openGateway(
  settings: GatewaySettings,
  {
    logger,
    fetch = globalThis.fetch,
    now = () => new Date(),
  }: {
    logger: Logger
    fetch?: (url: string, init?: RequestInit) => Promise<Response>
    now?: () => Date
  },
): Promise<Gateway> {
  const { apiRoot, client, names, charset, tls, laboratory, timeoutMs } = settings
  const fhir = createFhirClient({ apiRoot, clientId: client.id, privateKey: client.privateKey, fetch, now })
  const store = openStore(settings.folder)
  store.forgetOld(now())
  const base = `${apiRoot}/fhir/R4`
  const answer = createTaker({ fhir, base, store, names, charset, logger, now })
  const listener = await listen({ ...settings.listen, tls, answer, logger })
  const sender = createSender({ ...laboratory, tls, timeoutMs })
  watchHl7Messages({ waiting: store.waitingOutgoing, setAside: store.setAsideOutgoing })
  const { intervalMs, pauses } = settings
  const ordering = keepOrdering({ fhir, store, sender, names, charset, logger, now, intervalMs, pauses })
  return {
    port: listener.port,
    waiting: store.waitingOutgoing,
    async close() {
      watchHl7Messages(null)
      await Promise.all([listener.close(), ordering.close()])
      store.close()
    },
  }
}
