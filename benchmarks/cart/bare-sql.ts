import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { StagedAddition } from './stage-carts.ts'

// The floor: only the statements of an addition to a cart, through `pg`, behind node:http. It reads the same rows,
// writes the document that the shop writes, and sends a reply of the same size. Headers name the cart and the
// addition.

const [databaseUrl, additionsFile] = process.argv.slice(2)
const additions: StagedAddition[] = JSON.parse(readFileSync(additionsFile!, 'utf8'))
const answers = additions.map(({ answerBytes }) => Buffer.alloc(answerBytes, 'x'))
const pool = new Pool({ connectionString: databaseUrl, max: 10 })

const TOKEN = `select id, user_id, last_used_at from laboratory.access_token where token_hash = $1 and expires_at > $2`
const PATIENTS = `with audited as (
    insert into laboratory.audit_entry (id, request_id, user_id, actor, action, kind, object_id)
    values ($1, $2, $3, 'user', 'read', 'patient', null) returning id)
  select * from laboratory.patient where user_id = $3 order by created_at, id`
const READ = `select key, collection, owner, version, body from shop.documents where key in ($1, $2)`
const WRITE = `update shop.documents set body = $1::jsonb, version = $2, updated_at = $3
  where key = $4 and owner = $5 and version = $6 returning version`

async function add({ tokenHash, userId, body }: StagedAddition, cartId: string): Promise<number> {
  const now = new Date()
  const cartKey = `/storage/synlab/carts/${cartId}`
  const draftKey = `/storage/synlab/order-details/${cartId}`
  await pool.query({ name: 'token', text: TOKEN, values: [tokenHash, now] })
  await pool.query({ name: 'patients', text: PATIENTS, values: [randomUUID(), randomUUID(), userId] })
  const { rows } = await pool.query({ name: 'read', text: READ, values: [cartKey, draftKey] })
  const { version } = rows.find(({ key }) => key === cartKey)
  const values = [JSON.stringify(body), version + 1, now, cartKey, userId, version]
  const { rowCount } = await pool.query({ name: 'write', text: WRITE, values })
  return rowCount ?? 0
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

const server = createServer(async (request, response) => {
  const index = Number(request.headers['x-addition'])
  await readJson(request)
  const written = await add(additions[index]!, String(request.headers['x-cart-storage-id']))
  const headers = { 'Content-Type': 'application/json', 'Content-Length': answers[index]!.length }
  response.writeHead(written === 1 ? 200 : 409, headers).end(answers[index])
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
