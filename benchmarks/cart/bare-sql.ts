import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'

// The floor: the statements of an addition to a cart and nothing else, through `pg`, behind node:http. Each request
// names its shopper by a header; the document written is as large as the shop's.

export interface BareShopper {
  tokenHash: string
  userId: string
  cartKey: string
  draftKey: string
}

const [databaseUrl, shoppersJson] = process.argv.slice(2)
const shoppers: BareShopper[] = JSON.parse(shoppersJson!)
const pool = new Pool({ connectionString: databaseUrl, max: 10 })

const TOKEN = `select id, user_id, last_used_at from laboratory.access_token where token_hash = $1 and expires_at > $2`
const PATIENTS = `with audited as (
    insert into laboratory.audit_entry (id, request_id, user_id, actor, action, kind, object_id)
    values ($1, $2, $3, 'user', 'read', 'patient', null) returning id)
  select * from laboratory.patient where user_id = $3 order by created_at, id`
const READ = `select key, collection, owner, version, body from shop.documents where key in ($1, $2)`
const WRITE = `update shop.documents set body = $1, version = $2, updated_at = $3
  where key = $4 and owner = $5 and version = $6 returning version`

async function add({ tokenHash, userId, cartKey, draftKey }: BareShopper): Promise<unknown> {
  const now = new Date()
  await pool.query({ name: 'token', text: TOKEN, values: [tokenHash, now] })
  await pool.query({ name: 'patients', text: PATIENTS, values: [randomUUID(), randomUUID(), userId] })
  const { rows } = await pool.query({ name: 'read', text: READ, values: [cartKey, draftKey] })
  const cart = rows.find(({ key }) => key === cartKey)
  const values = [JSON.stringify(cart.body), cart.version + 1, now, cartKey, userId, cart.version]
  await pool.query({ name: 'write', text: WRITE, values })
  return cart.body
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', async () => {
    const body = await add(shoppers[Number(request.headers['x-shopper'])]!)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
