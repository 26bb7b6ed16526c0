import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { patientToWire } from '@shop/contract/patients'
import type { Pool } from 'pg'
import { ENCRYPTION_KEY, registerAccount } from '../shop-process.ts'

const LABORATORY_ID = 1

/** A customer with one patient. */
export interface Buyer {
  token: string
  userId: string
  patientId: string
}

/** An order without its patient. */
export interface OrderBodies {
  laboratoryId: number
  patient: { analysisIds: number[]; optionalMaterials: object; pregnant: boolean }
  visit: { kind: 'branch'; start: string }
  /** Visit times that the orders take in turn. */
  slots: string[]
  feedback: { useEmail: boolean; usePhone: boolean; quickPhone: string }
  expectedTotal: { price: number; currency: string }
}

/** A payment provider that opens a page immediately, and the settings of a shop that uses it. */
export async function startProvider(): Promise<{ server: Server; settings: Record<string, string> }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const token = randomUUID()
      const checkout = { token, redirect_url: `http://${request.headers.host}/${token}` }
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ checkout }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const settings = {
    PAYMENT_API_URL: `http://${host}`,
    PAYMENT_PAGE_HOSTS: host,
    BEPAID_SHOP_ID: 'shop',
    BEPAID_SECRET_KEY: 'secret of the benchmark',
    BEPAID_PUBLIC_KEY: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    // Those of the floor, which opens the same database.
    ENCRYPTION_KEYS: ENCRYPTION_KEY,
    BRANCH_SLOT_CAPACITY: '1000',
    UNPAID_ORDER_LIMIT: '1000',
  }
  return { server, settings }
}

/** A customer with a confirmed address and one patient. */
export async function registerBuyer(pool: Pool, root: string, index: number): Promise<Buyer> {
  const { api, token, userId } = await registerAccount(root, `buyer-${index}@example.com`)
  await pool.query('update laboratory.user_account set email_confirmed_at = now() where id = $1', [userId])
  const { id: patientId } = await api.createPatient(
    patientToWire({ firstName: 'Anna', lastName: 'Kovaleva', gender: 'FEMALE', dateOfBirth: '1992-03-05' }),
  )
  return { token, userId, patientId }
}

let sent = 0

/** Places one order. */
export function send(root: string, { token, patientId }: Buyer, { patient, slots, ...body }: OrderBodies) {
  const visit = { ...body.visit, start: slots[sent++ % slots.length] }
  return fetch(`${root}/orders`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify({ ...body, visit, patients: [{ patientId, ...patient }] }),
  })
}

/** The smallest order, at a free time, with the total that the shop itself returns. */
export async function orderBodies(root: string, buyer: Buyer): Promise<OrderBodies> {
  const api = createMainApiClient({ root, fetch, token: buyer.token })
  const analyses = await api.analyses({ laboratoryId: LABORATORY_ID })
  const plain = analyses.find(
    ({ rules, materials }) => rules.length === 0 && materials.every(({ isOptional }) => !isOptional),
  )!
  const free = (await api.visitSlots({ laboratoryId: LABORATORY_ID, days: 30 })).slice(-50)
  const bodies: OrderBodies = {
    laboratoryId: LABORATORY_ID,
    patient: { analysisIds: [plain.id], optionalMaterials: {}, pregnant: false },
    visit: { kind: 'branch', start: free[0]!.start },
    slots: free.map(({ start }) => start),
    feedback: { useEmail: true, usePhone: false, quickPhone: '' },
    expectedTotal: { price: 0, currency: plain.prices[0]!.currency },
  }
  const refused = (await (await send(root, buyer, bodies)).json()) as { total: OrderBodies['expectedTotal'] }
  return { ...bodies, expectedTotal: refused.total }
}
