// How many answers a second one process gives, and how much CPU each takes: a guest's page (the goal is 3,000 on
// one core), the same page for one user, and calls of the catalogue. Ten connections, the floor and the shop in
// turns in one run; the floor is node:http with a fixed answer of the same size. Argument: another build's
// server.js.
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { cpuTime, median, percentile, registerAccount, startShop } from './shop-process.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const SECONDS = Number(process.env.SECONDS ?? 4)
const CONNECTIONS = 10
const PAGE = '/categories/infections'
const SETTLED = 'activeLaboratoryId=1; acceptCookie=true'

/** The floor, in a separate thread: like the shop, it shares no processor with the client. */
const FLOOR = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:http').createServer((asked, answer) =>
    answer.end(Buffer.alloc(Number(asked.url.slice(1)))))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

interface Asked {
  url: string
  headers: Record<string, string>
}

interface Figures {
  rates: number[]
  p99: number[]
  cpu: number[]
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** Asks for one compressed answer; returns its size in bytes. */
function ask({ url, headers }: Asked): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'accept-encoding': 'br', ...headers } }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function load(asked: Asked, pid: number, { rates, p99, cpu }: Figures): Promise<void> {
  const times: number[] = []
  const started = performance.now()
  const before = cpuTime(pid)
  const end = started + SECONDS * 1_000
  const connection = async () => {
    while (performance.now() < end) {
      const sent = performance.now()
      await ask(asked)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  rates.push((times.length / (performance.now() - started)) * 1_000)
  cpu.push((cpuTime(pid) - before) / times.length)
  p99.push(percentile(times, 0.99))
}

const postgres = await startPostgres()
await postgres.createDatabase('shop')
const shop = await startShop(postgres.url('shop'), process.argv[2], { PORT: String(await freePort()) })
const floor = new Worker(FLOOR, { eval: true })
const [floorPort] = (await once(floor, 'message')) as [number]
try {
  const { token } = await registerAccount(shop.root, 'benchmark@example.com')
  const session = `${SETTLED}; authToken=${encodeURIComponent(`Bearer ${token}`)}`
  const api = `${shop.root}/laboratory-api/labService`
  const SUBJECTS: readonly (Asked & { name: string })[] = [
    { name: 'a guest’s page', url: shop.root + PAGE, headers: { cookie: SETTLED } },
    { name: 'for one user', url: shop.root + PAGE, headers: { cookie: session } },
    { name: 'list of 398', url: `${api}?laboratoryId=1`, headers: {} },
    { name: 'detail', url: `${api}/1?laboratoryId=1`, headers: {} },
    { name: 'search', url: `${api}/search?laboratoryId=1&searchNameTerm=ferritin`, headers: {} },
  ]
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`)
  for (const { name, ...asked } of SUBJECTS) {
    const bytes = await ask(asked)
    const fixed = { url: `http://127.0.0.1:${floorPort}/${bytes}`, headers: {} }
    const figures = [fixed, asked].map((): Figures => ({ rates: [], p99: [], cpu: [] }))
    // The first round is a warm-up and does not count.
    for (let round = 0; round <= ROUNDS; round++) {
      if (round === 1) for (const each of figures) for (const list of Object.values(each)) list.length = 0
      await load(fixed, process.pid, figures[0]!)
      await load(asked, shop.pid, figures[1]!)
    }
    const [least, own] = figures.map(({ rates, p99, cpu }) => [median(rates), median(p99), median(cpu)])
    console.log(
      `${name.padEnd(14)} ${(bytes / 1_000).toFixed(1)} kB: ${own![0]!.toFixed(0)}/s (p99 ${own![1]!.toFixed(1)} ms), beside the floor ${(own![0]! / least![0]!).toFixed(2)}; ${own![2]!.toFixed(2)} ms of the processor each, ${(1_000 / own![2]!).toFixed(0)}/s on one core`,
    )
  }
} finally {
  agent.destroy()
  await floor.terminate()
  shop.child.kill('SIGTERM')
  await postgres.stop()
}
