import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMainApiClient } from '@shop/contract/main-api-client'
import { repositoryRoot } from '@shop/database/repository-root'
import { startPostgres } from '@shop/database/testing/postgres-server'
import autocannon from 'autocannon'
import { buildPlainPage } from './pages/build-plain-page.ts'

// Requests per second of one catalogue page, four ways in one run: a fixed buffer of the same size from node:http, the
// kept page that guests get, the page rendered for one user, and plain renderToString of the same tree. Each server is
// a process of its own; they take turns, so that only the ratios mean something.

const PAGE = '/categories/infections'
const ROUNDS = 3
const SECONDS = Number(process.env.SECONDS ?? 5)
const CONNECTIONS = 10
const LABORATORY_ID = '1'

interface Contender {
  name: string
  url: string
  headers: Record<string, string>
  rates: number[]
  p99: number[]
}

const folder = mkdtempSync(join(tmpdir(), 'benchmark-pages-'))
const children: ChildProcess[] = []
const postgres = await startPostgres()

async function startShop(databaseUrl: string): Promise<string> {
  const bundle = join(repositoryRoot, 'apps/storefront/build/server/server.js')
  if (!existsSync(bundle)) throw new Error('Run `npm run build` first')
  const port = String(20_000 + (process.pid % 20_000))
  const child = spawn(process.execPath, [bundle], {
    env: { PORT: port, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  children.push(child)
  const root = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`${root}/readyz`).catch(() => null)
    if (ready?.ok) return root
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The shop did not start')
}

async function logIn(root: string): Promise<string> {
  const api = createMainApiClient({ root: `${root}/laboratory-api`, fetch })
  const documents = await api.documents()
  const { accessToken } = await api.register({
    email: 'benchmark@example.com',
    password: 'a long benchmark phrase',
    firstName: 'Anna',
    lastName: 'Kovaleva',
    acceptedDocuments: documents
      .filter(({ requiresAcceptance }) => requiresAcceptance)
      .map(({ slug, version }) => ({ slug, version })),
  })
  return accessToken
}

/** A server of this benchmark's own in a child process; answers its address. */
async function startChild(file: string, args: string[]): Promise<string> {
  const child = fork(file, args, { env: { NODE_ENV: 'production' } })
  children.push(child)
  const [port] = (await once(child, 'message')) as [number]
  return `http://127.0.0.1:${port}/`
}

async function measure({ url, headers, rates, p99 }: Contender, seconds: number): Promise<void> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
  })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were none, ${errors} errors`)
  rates.push(requests.average)
  p99.push(latency.p99)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

try {
  const shop = await startShop(postgres.url())
  const token = await logIn(shop)
  const guestCookies = `activeLaboratoryId=${LABORATORY_ID}; acceptCookie=true`
  const guest = { Cookie: guestCookies, 'Accept-Encoding': 'br' }
  const kept = await fetch(`${shop}${PAGE}`, { headers: guest })
  const size = Number(kept.headers.get('Content-Length'))
  const html = await kept.text()
  const own = {
    Cookie: `${guestCookies}; authToken=${encodeURIComponent(`Bearer ${token}`)}`,
    'Accept-Encoding': 'identity',
  }
  const fixed = await startChild(join(import.meta.dirname, 'pages/fixed-buffer.ts'), [String(size)])
  const plain = await startChild(await buildPlainPage(folder), [shop, PAGE, LABORATORY_ID, token])
  const contender = (name: string, url: string, headers: Record<string, string>): Contender => ({
    name,
    url,
    headers,
    rates: [],
    p99: [],
  })
  const contenders = [
    contender(`fixed buffer of ${size} bytes, node:http`, fixed, {}),
    contender('guest page, kept (brotli)', `${shop}${PAGE}`, guest),
    contender('plain renderToString, node:http', plain, {}),
    contender('page rendered for one user', `${shop}${PAGE}`, own),
  ]
  for (const each of contenders) await measure({ ...each, rates: [], p99: [] }, 2)
  for (let round = 0; round < ROUNDS; round++) for (const each of contenders) await measure(each, SECONDS)
  console.log(`${PAGE}: ${html.match(/data-walk/g)?.length} analyses, ${html.length} characters\n`)
  for (const { name, rates, p99 } of contenders) {
    console.log(
      `${name.padEnd(46)} ${median(rates).toFixed(0).padStart(6)} requests/s   p99 ${median(p99)} ms`,
    )
  }
  const [buffer, cached, string, rendered] = contenders.map(({ rates }) => median(rates))
  console.log(`\nguest page / fixed buffer      ${(cached! / buffer!).toFixed(2)}   (goal 0.50)`)
  console.log(`rendered page / renderToString ${(rendered! / string!).toFixed(2)}   (goal 0.50)`)
} finally {
  for (const child of children) child.kill()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
