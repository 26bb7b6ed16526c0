import { join } from 'node:path'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Pool } from 'pg'
import {
  type Buyer,
  type OrderBodies,
  orderBodies,
  registerBuyer,
  send,
  startProvider,
} from './orders/buyers.ts'
import { cpuTime, median, percentile, type ServerProcess, startServer, startShop } from './shop-process.ts'

// Orders with one line created per second: by the shop's POST orders (with its mails and the call to the payment
// provider), and by the statements of one such order alone, repeated through `pg`. Ten buyers at a time, the
// servers in turn, in one run on one PostgreSQL: only the ratios mean something. Argument: another build's
// server.js.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const BUYERS = 10
/** Orders per buyer in one measurement. */
const ORDERS = Number(process.env.ORDERS ?? 30)

interface Contender {
  name: string
  server: ServerProcess
  rates: number[]
  p99: number[]
  cpu: number[]
}

const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres.url(), max: 1 })
pool.on('error', () => {})
const servers: ServerProcess[] = []

async function measure(contender: Contender, buyers: readonly Buyer[], bodies: OrderBodies): Promise<void> {
  const { server, rates, p99, cpu } = contender
  // All places are free again, and no one has more unpaid orders than allowed.
  await pool.query('delete from laboratory.visit_slot')
  await pool.query(`update laboratory.customer_order set state = 'cancelled' where state = 'awaitingPayment'`)
  const times: number[] = []
  const before = cpuTime(server.pid)
  const started = performance.now()
  const buy = async (buyer: Buyer) => {
    for (let order = 0; order < ORDERS; order++) {
      const sent = performance.now()
      const response = await send(server.root, buyer, bodies)
      const body = await response.text()
      if (response.status !== 201) throw new Error(`answered ${response.status}: ${body}`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(buyers.map(buy))
  rates.push((times.length / (performance.now() - started)) * 1000)
  p99.push(percentile(times, 0.99))
  cpu.push((cpuTime(server.pid) - before) / times.length)
}

const provider = await startProvider()
try {
  const shop = await startShop(postgres.url(), process.argv[2], provider.settings)
  servers.push(shop)
  const root = `${shop.root}/laboratory-api`
  const buyers = await Promise.all(
    Array.from({ length: BUYERS }, (_, index) => registerBuyer(pool, shop.root, index)),
  )
  const bodies = await orderBodies(root, buyers[0]!)
  const file = join(import.meta.dirname, 'orders/bare-sql.ts')
  const bare = await startServer(file, [postgres.url(), JSON.stringify({ buyers, bodies })])
  servers.push(bare)
  const figures = () => ({ rates: [], p99: [], cpu: [] })
  const floor: Contender = { name: 'the same statements bare', server: bare, ...figures() }
  const real: Contender = { name: 'POST orders', server: { ...shop, root }, ...figures() }
  for (const each of [floor, real]) await measure({ ...each, ...figures() }, buyers, bodies)
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of [floor, real]) await measure(each, buyers, bodies)
  }
  for (const { name, rates, p99, cpu } of [floor, real]) {
    const rate = median(rates).toFixed(0).padStart(6)
    const figure = `p99 ${median(p99).toFixed(1)} ms   CPU each ${median(cpu).toFixed(2)} ms`
    console.log(`${name.padEnd(26)}${rate} orders/s   ${figure}`)
  }
  console.log(`\nshop / bare statements ${(median(real.rates) / median(floor.rates)).toFixed(2)} by rate`)
} finally {
  provider.server.close()
  for (const { child } of servers) child.kill('SIGTERM')
  await pool.end()
  await postgres.stop()
}
