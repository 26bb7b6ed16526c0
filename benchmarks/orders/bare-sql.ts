import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openDatabase } from '@shop/database/open-database'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { Pool } from 'pg'
import { pino } from 'pino'
import { ENCRYPTION_KEY } from '../shop-process.ts'
import type { Buyer, OrderBodies } from './buyers.ts'

// The floor: makes one order with the main API and records its statements, then repeats only those through `pg` behind
// node:http, with new ids, another visit time, and everything else unchanged.

const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

interface Statement {
  text: string
  values: unknown[]
}

const [databaseUrl, given] = process.argv.slice(2)
const { buyers, bodies }: { buyers: Buyer[]; bodies: OrderBodies } = JSON.parse(given!)
const recorder = buyers[0]!

async function record(): Promise<Statement[]> {
  const statements: Statement[] = []
  let isRecording = false
  const onStatement = (text: string, values: unknown[]) => {
    if (isRecording) statements.push({ text, values })
  }
  const database = await openDatabase({ url: databaseUrl, onStatement })
  const checkout = () => {
    const token = randomUUID()
    return Response.json(
      { checkout: { token, redirect_url: `http://127.0.0.1:9/${token}` } },
      { status: 201 },
    )
  }
  const api = await createLaboratoryApi({
    database,
    settings: testSettings({
      encryptionKeys: [ENCRYPTION_KEY],
      slotCapacity: { homeCall: 1_000, branch: 1_000 },
    }),
    logger: pino({ level: 'silent' }),
    fetch: async () => checkout(),
  })
  await api.start()
  isRecording = true
  const answer = await api.app.request('/orders', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${recorder.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({
      ...bodies,
      patient: undefined,
      slots: undefined,
      patients: [{ patientId: recorder.patientId, ...bodies.patient }],
    }),
  })
  isRecording = false
  if (answer.status !== 201) throw new Error(`the order to be repeated was answered with ${answer.status}`)
  await api.close()
  await database.close()
  return statements
}

const statements = await record()
const pool = new Pool({ connectionString: databaseUrl, max: 10 })
pool.on('error', () => {})

const recordedStart = new Date(bodies.visit.start).toISOString()
let repeated = 0

async function repeat(): Promise<void> {
  const ids = new Map([
    [recorder.userId, recorder.userId],
    [recorder.patientId, recorder.patientId],
  ])
  const renew = (id: string) => {
    const known = ids.get(id) ?? randomUUID()
    ids.set(id, known)
    return known
  }
  const start = new Date(bodies.slots[repeated++ % bodies.slots.length]!).toISOString()
  const client = await pool.connect()
  try {
    for (const [index, { text, values }] of statements.entries()) {
      const renewed = values.map((value) => {
        if (typeof value !== 'string') return value
        return value === recordedStart ? start : value.replace(UUID, renew)
      })
      // Named, so that each is planned once: the floor is to be as fast as possible.
      const name = /^(begin|commit)/.test(text) ? {} : { name: `statement ${index}` }
      await client.query({ ...name, text, values: renewed })
    }
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', async () => {
    await repeat()
    response.writeHead(201).end(JSON.stringify({ statements: statements.length }))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
