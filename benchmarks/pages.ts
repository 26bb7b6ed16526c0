import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { startPostgres } from '@shop/database/testing/postgres-server'
import autocannon from 'autocannon'
import {
  cpuTime,
  median,
  registerAccount,
  type ServerProcess,
  startServer,
  startShop,
} from './shop-process.ts'

// Requests per second of one catalogue page, three ways in one run: what the machine can give at this moment (a fixed
// buffer of the same bytes from node:http), the kept page that guests get, and the page rendered for one user. Each
// server is a process of its own; they take turns. Told by the clock and, since load, database and whatever else runs
// share the machine, by the CPU time of the server: so many would one core answer. Argument: another build's server.js.

const PAGE = '/categories/infections'
/** Many short ones: what else the machine does then hinders all alike. */
const ROUNDS = 9
const SECONDS = Number(process.env.SECONDS ?? 2)
const CONNECTIONS = 10
/** Requests until all code that they run is compiled; a count, since a busy machine does little in a time. */
const WARM_UP = 1500
const LABORATORY_ID = '1'
/** Header fields that node:http writes itself. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'date'])

interface Contender {
  name: string
  /** Its process, whose CPU time is told beside: on a busy machine it means more than the rate. */
  pid: number
  url: string
  headers: Record<string, string>
  rates: number[]
  p99: number[]
  cpuMs: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'benchmark-pages-'))
const children: ChildProcess[] = []
const postgres = await startPostgres()

function started(server: ServerProcess): ServerProcess {
  children.push(server.child)
  return server
}

async function measure(contender: Contender, extent: { duration: number } | { amount: number }) {
  const { url, headers, pid } = contender
  const before = cpuTime(pid)
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    ...extent,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were none, ${errors} errors`)
  contender.rates.push(requests.average)
  contender.p99.push(latency.p99)
  contender.cpuMs.push((cpuTime(pid) - before) / requests.total)
}

try {
  const { root: shop, pid } = started(await startShop(postgres.url(), process.argv[2]))
  const { token } = await registerAccount(shop, 'benchmark@example.com')
  const guestCookies = `activeLaboratoryId=${LABORATORY_ID}; acceptCookie=true`
  const guest = { Cookie: guestCookies, 'Accept-Encoding': 'br' }
  const [kept] = (await once(get(`${shop}${PAGE}`, { headers: guest }), 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await kept.toArray())
  const html = brotliDecompressSync(bytes).toString()
  // Byte for byte the same answer: what it is made of matters to the load that reads it.
  const fields = Object.fromEntries(
    Object.entries(kept.headers).filter(([name]) => !OF_THE_CONNECTION.has(name)),
  )
  const keptFile = join(folder, 'kept-page')
  writeFileSync(keptFile, bytes)
  const session = encodeURIComponent(`Bearer ${token}`)
  const own = { Cookie: `${guestCookies}; authToken=${session}`, 'Accept-Encoding': 'identity' }
  const fixedFile = join(import.meta.dirname, 'pages/fixed-buffer.ts')
  const fixed = started(await startServer(fixedFile, [JSON.stringify(fields), keptFile]))
  const empty = () => ({ rates: [], p99: [], cpuMs: [] })
  const contenders: Contender[] = [
    {
      name: `fixed buffer of the same ${bytes.length} bytes, node:http`,
      url: fixed.root,
      pid: fixed.pid,
      headers: {},
      ...empty(),
    },
    { name: 'guest page, kept (brotli)', url: `${shop}${PAGE}`, pid, headers: guest, ...empty() },
    { name: 'page rendered for one user', url: `${shop}${PAGE}`, pid, headers: own, ...empty() },
  ]
  for (const each of contenders) await measure({ ...each, ...empty() }, { amount: WARM_UP })
  for (let round = 0; round < ROUNDS; round++) {
    for (const each of contenders) await measure(each, { duration: SECONDS })
  }
  console.log(`${PAGE}: ${html.match(/data-walk/g)?.length} analyses, ${html.length} characters\n`)
  for (const { name, rates, p99, cpuMs } of contenders) {
    const figures = [
      `${median(rates).toFixed(0).padStart(6)} requests/s`,
      `p99 ${String(median(p99)).padStart(4)} ms`,
      `CPU ${median(cpuMs).toFixed(3)} ms each`,
      `${(1000 / median(cpuMs)).toFixed(0).padStart(6)} on one core`,
    ]
    console.log(name.padEnd(44), figures.join('   '))
  }
} finally {
  for (const child of children) child.kill()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
