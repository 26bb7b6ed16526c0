import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { Pool } from 'pg'
import {
  additionHeaders,
  cartIdPrefix,
  type StagedAddition,
  stageAdditions,
  stageCarts,
} from './cart/stage-carts.ts'
import {
  cpuTime,
  cpuTimeOfChildren,
  median,
  percentile,
  type ServerProcess,
  startServer,
  startShop,
} from './shop-process.ts'

// The last line added to carts of 1, 10 and 100 lines: by the shop's POST /api/cart/add-to-cart (main API and
// storefront in one process), and by the same statements alone, through `pg` behind node:http, with the same
// documents and replies of the same size. Ten shoppers at a time, the servers in turn, in one run on one
// PostgreSQL: only the ratios mean something. Argument: another build's server.js.

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SIZES = (process.env.SIZES ?? '1,10,100').split(',').map(Number)
const SHOPPERS = 10
/** Additions per shopper in one measurement. */
const CARTS = Number(process.env.CARTS ?? 150)
const IDLE_MS = 4_000

interface Contender {
  name: string
  server: ServerProcess
  /**
   * CPU of the server's and the database's processes without requests, as a share of one core: jobs poll their
   * queues.
   */
  idle?: readonly [number, number]
  figures: Map<number, { rates: number[]; p99: number[]; cpu: number[]; databaseCpu: number[] }>
}

const folder = mkdtempSync(join(tmpdir(), 'benchmark-cart-'))
const agent = new Agent({ keepAlive: true, maxSockets: SHOPPERS })
const servers: ServerProcess[] = []
const postgres = await startPostgres()
const pool = new Pool({ connectionString: postgres.url(), max: 1 })
pool.on('error', () => {})

/** Adds one line; returns the size of the reply in bytes. */
function add(root: string, addition: StagedAddition, cart: string, index: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const body = JSON.stringify({ analysisId: addition.analysisId, patientIds: [addition.patientId] })
  const headers = {
    ...additionHeaders(addition.token, cart),
    'Content-Length': body.length,
    'X-Addition': index,
  }
  const sent = request(`${root}/api/cart/add-to-cart`, { method: 'POST', agent, headers }, (response) => {
    let bytes = 0
    response.on('data', (part: Buffer) => (bytes += part.length))
    response.on('end', () => {
      if (response.statusCode === 200) resolve(bytes)
      else reject(new Error(`answered ${response.statusCode}`))
    })
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

const cpuTimes = ({ server }: Contender) => [cpuTime(server.pid), cpuTimeOfChildren(postgres.pid)] as const

async function measureIdle(contender: Contender) {
  const started = performance.now()
  const before = cpuTimes(contender)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const elapsed = performance.now() - started
  const after = cpuTimes(contender)
  contender.idle = [(after[0] - before[0]) / elapsed, (after[1] - before[1]) / elapsed]
}

async function measure(contender: Contender, additions: StagedAddition[], lines: number) {
  const { server, figures, idle = [0, 0] } = contender
  const own = additions.filter((addition) => addition.lines === lines)
  await stageCarts(pool, own, CARTS)
  const times: number[] = []
  const before = cpuTimes(contender)
  const started = performance.now()
  const shop = async (addition: StagedAddition) => {
    const index = additions.indexOf(addition)
    for (let cart = 0; cart < CARTS; cart++) {
      const sent = performance.now()
      const bytes = await add(server.root, addition, `${cartIdPrefix(addition)}${cart}`, index)
      if (bytes !== addition.answerBytes) throw new Error(`answered ${bytes} bytes`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(own.map(shop))
  const elapsed = performance.now() - started
  const figure = figures.get(lines) ?? { rates: [], p99: [], cpu: [], databaseCpu: [] }
  figures.set(lines, figure)
  figure.rates.push((times.length / elapsed) * 1000)
  figure.p99.push(percentile(times, 0.99))
  const after = cpuTimes(contender)
  figure.cpu.push((after[0] - before[0] - idle[0] * elapsed) / times.length)
  figure.databaseCpu.push((after[1] - before[1] - idle[1] * elapsed) / times.length)
}

function print(lines: number, contenders: readonly Contender[], answerBytes: number): void {
  console.log(`\n${lines} lines, ${(answerBytes / 1000).toFixed(1)} kB answered`)
  const [floor, shop] = contenders.map(({ name, figures }) => {
    const { rates, p99, cpu, databaseCpu } = figures.get(lines)!
    const figure = { rate: median(rates), cpu: median(cpu), databaseCpu: median(databaseCpu) }
    const words = [
      `${figure.rate.toFixed(0).padStart(6)} additions/s`,
      `p99 ${median(p99).toFixed(1).padStart(6)} ms`,
      `CPU each ${figure.cpu.toFixed(2)} ms, in the database ${figure.databaseCpu.toFixed(2)} ms`,
    ]
    console.log(`  ${name.padEnd(26)}${words.join('   ')}`)
    return figure
  })
  const both = (figure: typeof floor) => figure!.cpu + figure!.databaseCpu
  const ratios = [
    `${(shop!.rate / floor!.rate).toFixed(2)} by rate`,
    `${(both(floor) / both(shop)).toFixed(2)} by CPU with the database's`,
    `${(floor!.cpu / shop!.cpu).toFixed(2)} by the server's CPU`,
  ]
  const idle = contenders[1]!.idle!.map((share) => `${(share * 100).toFixed(1)} %`)
  console.log(`  of a core while idle, not counted: the shop ${idle[0]}, the database ${idle[1]}`)
  console.log(`  shop / bare statements    ${ratios.join(', ')}   (goal 0.50)`)
}

try {
  const shop = await startShop(postgres.url(), process.argv[2])
  servers.push(shop)
  const additions = await stageAdditions({ root: shop.root, pool, shoppers: SHOPPERS, sizes: SIZES })
  const file = join(folder, 'additions.json')
  writeFileSync(file, JSON.stringify(additions))
  const bare = await startServer(join(import.meta.dirname, 'cart/bare-sql.ts'), [postgres.url(), file])
  servers.push(bare)
  const contenders: Contender[] = [
    { name: 'the same statements bare', server: bare, figures: new Map() },
    { name: 'POST /api/cart/add-to-cart', server: shop, figures: new Map() },
  ]
  // By then the jobs have started and the search index is built.
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  await measureIdle(contenders[1]!)
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    if (round === 1) for (const { figures } of contenders) figures.clear()
    for (const lines of SIZES) for (const each of contenders) await measure(each, additions, lines)
  }
  for (const lines of SIZES) {
    print(lines, contenders, additions.find((addition) => addition.lines === lines)!.answerBytes)
  }
} finally {
  agent.destroy()
  for (const { child } of servers) child.kill('SIGTERM')
  await pool.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
