import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readQualityQueries } from '@shop/laboratory-api/search/quality/measure-quality'

// Latency of a search at 400 and at 40,000 analyses: the pages' own call, which returns ids, and labService/search,
// which returns whole analyses. The floor of each is a fixed answer of node:http of the same size. One request at a
// time, the servers in turn, in one run: only the ratios mean something.

const ROUNDS = 3
const SIZES = [398, 40_000]

const CALLS = ['reasons/search', 'labService/search']

interface Server {
  root: string
  child: ChildProcess
}
interface Subject {
  name: string
  root: string
  call: string
  times: number[]
}

async function start(args: string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'search', 'serve.ts'), args)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { root: `http://127.0.0.1:${port}`, child }
}

/** The terms sent while people type: every beginning of the short terms, then all terms whole. */
async function typedTerms(): Promise<string[]> {
  const terms = Object.values(await readQualityQueries()).flatMap((list) => list.map(({ query }) => query))
  const beginnings = terms
    .filter(({ length }) => length <= 12)
    .flatMap((term) => Array.from({ length: term.length - 1 }, (_, index) => term.slice(0, index + 1)))
  return [...beginnings, ...terms]
}

async function ask({ root, call }: Subject, term: string): Promise<{ ms: number; bytes: number }> {
  const url = `${root}/${call}?laboratoryId=1&searchNameTerm=${encodeURIComponent(term)}`
  const started = performance.now()
  // Not compressed, like the storefront's calls within its process.
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'identity' } })
  const body = await response.arrayBuffer()
  return { ms: performance.now() - started, bytes: body.byteLength }
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

async function meanBytes(subject: Subject, terms: readonly string[]): Promise<number> {
  let sum = 0
  for (const term of terms) sum += (await ask(subject, term)).bytes
  return Math.round(sum / terms.length)
}

const terms = await typedTerms()
const servers = await Promise.all(SIZES.map((size) => start([String(size)])))
console.log(
  `${terms.length} terms as they are typed, ${ROUNDS} rounds, milliseconds of one request at a time`,
)
for (const call of CALLS) {
  const own = servers.map(
    ({ root }, at): Subject => ({ name: `${SIZES[at]} analyses`, root, call, times: [] }),
  )
  const bytes = await meanBytes(own[0]!, terms)
  const floorServer = await start(['floor', String(bytes)])
  const floor = { name: 'floor', root: floorServer.root, call, times: [] }
  const all: Subject[] = [floor, ...own]
  for (const subject of all) for (const term of terms) await ask(subject, term)
  for (let round = 0; round < ROUNDS; round++) {
    for (const term of terms) for (const subject of all) subject.times.push((await ask(subject, term)).ms)
  }
  console.log(`${call}, ${(bytes / 1_000).toFixed(1)} kB`)
  for (const { name, times } of all) {
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
    const ratio = `p50 ${(p50 / percentile(floor.times, 0.5)).toFixed(1)} × floor`
    console.log(`  ${name.padEnd(16)} p50 ${p50.toFixed(2)}  p99 ${p99.toFixed(2)}  ${ratio}`)
  }
  const [small, large] = own.map(({ times }) => percentile(times, 0.99))
  console.log(`  p99 of 40,000 to p99 of 398: ${(large! / small!).toFixed(2)}`)
  floorServer.child.kill()
}
for (const { child } of servers) child.kill()
