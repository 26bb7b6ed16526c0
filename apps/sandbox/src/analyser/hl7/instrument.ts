import { createServer } from 'node:net'
import type { AckCode, Hl7Message, Hl7Segment } from '@medplum/core'
import { Hl7Client, Hl7Connection, ReturnAckCategory } from '@medplum/hl7'
import { inArray } from 'drizzle-orm'
import { analyserWork } from '../../tables.ts'
import { type Analyser, AnalyserFailure } from '../analyser.ts'
import type { Report } from '../describe-reports.ts'
import { takeInWork } from '../take-in-work.ts'
import { readOrders } from './read-orders.ts'
import { writeReports } from './write-reports.ts'

const ACKNOWLEDGED_WITHIN_MS = 30_000

export interface InstrumentOptions {
  /** The port for orders, on loopback; 0: a free port. */
  port: number
  /** The port for reports: the gateway on the same machine. Read each time reports are sent. */
  gatewayPort: number
}

export interface Instrument {
  port: number
  /** @throws AnalyserFailure when a message is not accepted */
  report(reports: Report[]): Promise<void>
  close(): Promise<void>
}

/**
 * The instrument with HL7 v2 over MLLP instead of FHIR. It takes orders at any time and sends reports when it
 * is run.
 */
export async function startInstrument(analyser: Analyser, options: InstrumentOptions): Promise<Instrument> {
  const open = new Set<Hl7Connection>()
  const server = createServer((socket) => {
    const connection = new Hl7Connection(socket)
    open.add(connection)
    connection.addEventListener('close', () => open.delete(connection))
    connection.addEventListener('error', () => socket.destroy())
    connection.addEventListener('message', async ({ message }) => {
      const ackCode = await takeOrders(analyser, message)
      if (!connection.isClosed()) connection.send(message.buildAck({ ackCode }))
    })
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(options.port, '127.0.0.1', resolve)
  await promise
  return {
    port: (server.address() as { port: number }).port,
    report: (reports) => send(writeReports(reports, analyser.now()), options.gatewayPort),
    async close() {
      const closed = new Promise((done) => server.close(done))
      for (const connection of open) connection.socket.destroy()
      await closed
    },
  }
}

async function takeOrders(analyser: Analyser, message: Hl7Message): Promise<AckCode> {
  const orders = readOrders(message)
  if (!orders) return 'AR'
  try {
    await takeInWork(analyser, orders)
    if (orders.cancelled.length > 0) {
      await analyser.database.queries
        .delete(analyserWork)
        .where(inArray(analyserWork.serviceRequestId, orders.cancelled))
    }
    return 'AA'
  } catch {
    // The instrument's own database is unavailable: the order must be sent again.
    return 'AR'
  }
}

async function send(messages: readonly Hl7Message[], port: number): Promise<void> {
  const client = new Hl7Client({ host: '127.0.0.1', port })
  // The client itself would keep waiting for the reply of a closed connection.
  const lost = new Promise<never>((_, reject) => client.addEventListener('close', reject))
  lost.catch(() => {})
  try {
    for (const message of messages) {
      const asked = client.sendAndWait(message, {
        timeoutMs: ACKNOWLEDGED_WITHIN_MS,
        returnAck: ReturnAckCategory.FIRST,
      })
      const answer = await Promise.race([asked, lost]).catch(() => {
        throw new AnalyserFailure('The gateway did not answer.')
      })
      const code = answer.getSegment('MSA')?.getComponent(1, 1)
      if (code === 'AA') continue
      const reasons = answer.getAllSegments('ERR').map((error: Hl7Segment) => error.getComponent(8, 1))
      throw new AnalyserFailure(`${code}: ${reasons.join('; ')}`, { isRefusal: code === 'AE' })
    }
  } finally {
    await client.close()
  }
}
