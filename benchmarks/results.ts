import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { issueAccessToken } from '@shop/laboratory-api/accounts/access-tokens'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { sweepSealedValues } from '@shop/laboratory-api/encryption/sweep'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { migrationsOf } from '@shop/server/project-files'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Family, findFamily, reopenNewestOrders, seedResults } from './results/seed.ts'
import { cpuTime, cpuTimeOfChildren, percentile } from './shop-process.ts'

// How long a family with 500 results over ten years waits, compared with one with a single result and one with a
// hundred, whose pages are as long, all among twenty thousand results of others. Measured by the clock, and by the
// CPU time of this process and of PostgreSQL, which other work on the machine disturbs less. Also how PostgreSQL
// finds the results; the plans are in docs/operations/result-queries.md.

const ROUNDS = 400
const WARM_UP = 100
/** The families take turns, so that other work on the machine affects all of them. */
const TURNS = 4
const FAMILIES = [
  { tag: 'single', results: 1 },
  { tag: 'several', results: 100 },
  { tag: 'family', results: 500 },
]

const postgres = await startPostgres()
await postgres.createDatabase('results')
const statements: { text: string; parameters: unknown[] }[] = []
const database = await openDatabase({ url: postgres.url('results') })
const observed = await openDatabase({
  url: postgres.url('results'),
  onStatement: (text, parameters) => statements.push({ text, parameters }),
})
await migrate(database, migrationsOf('laboratory-api'))
await seedResults(database, { accounts: 200, resultsEach: 100, tag: 'other' })
for (const { tag, results } of FAMILIES)
  await seedResults(database, { accounts: 1, resultsEach: results, tag })
await reopenNewestOrders(database, 40)
const api = await createLaboratoryApi({
  database: observed,
  settings: testSettings(),
  logger: pino({ level: 'silent' }),
})
// Seeded unencrypted, as release 0.1.0 wrote; now sealed as this release does.
const begun = performance.now()
const { sealed } = await sweepSealedValues(api.context)
console.log(
  `${sealed} values sealed at ${Math.round((1_000 * sealed) / (performance.now() - begun))} a second`,
)
await database.queries.execute(sql`vacuum analyze`)

interface Reader {
  name: string
  token: string
  path: string
  times: number[]
  cpu: number
  databaseCpu: number
}

function readerOf(name: string, token: string, path: string): Reader {
  return { name, token, path, times: [], cpu: 0, databaseCpu: 0 }
}

async function read({ token, path }: Reader): Promise<void> {
  const answer = await api.app.request(`http://api.test${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
  await answer.text()
}

async function measureTurn(reader: Reader): Promise<void> {
  const before = [cpuTime(process.pid), cpuTimeOfChildren(postgres.pid)] as const
  for (let round = 0; round < ROUNDS / TURNS; round++) {
    const started = performance.now()
    await read(reader)
    reader.times.push(performance.now() - started)
  }
  reader.cpu += cpuTime(process.pid) - before[0]
  reader.databaseCpu += cpuTimeOfChildren(postgres.pid) - before[1]
}

/** Measures the readers in turn and prints a line for each. */
async function measure(readers: readonly Reader[]): Promise<void> {
  for (const reader of readers) for (let round = 0; round < WARM_UP; round++) await read(reader)
  for (let turn = 0; turn < TURNS; turn++) for (const reader of readers) await measureTurn(reader)
  for (const { name, times, cpu, databaseCpu } of readers) {
    const figures = [
      `median ${percentile(times, 0.5).toFixed(1)} ms`,
      `p99 ${percentile(times, 0.99).toFixed(1)} ms`,
      `CPU ${(cpu / ROUNDS).toFixed(2)} ms, in the database ${(databaseCpu / ROUNDS).toFixed(2)} ms`,
    ]
    console.log(`${name.padEnd(44)} ${figures.join(', ')}`)
  }
}

async function measureFamilies(name: string, path: (family: Family) => string): Promise<void> {
  const readers: Reader[] = []
  for (const { tag, results } of FAMILIES) {
    const family = await findFamily(database, tag)
    const use = { userId: family.userId, userAgent: undefined, now: new Date() }
    const token = await issueAccessToken(database.queries, use)
    readers.push(readerOf(`${name}, ${results} results`, token, path(family)))
  }
  await measure(readers)
  await printPlans(readers.at(-1)!)
}

const PATHS: readonly (readonly [string, (family: Family) => string])[] = [
  ['list', () => '/test-results'],
  ['list of one patient', ({ patientId }) => `/test-results?patientId=${patientId}`],
  [
    'one analysis with its course',
    ({ testResultId, patientId, analysisResultId }) =>
      `/test-results/${testResultId}/patients/${patientId}/analysis-results/${analysisResultId}`,
  ],
]

for (const [name, path] of PATHS) await measureFamilies(name, path)
const search = '/fhir/R4/ServiceRequest?status=active&_include=ServiceRequest:patient'
const laboratory = readerOf('the laboratory asks for 40 of 20,601', testSettings().labSystemToken!, search)
await measure([laboratory])
await printPlans(laboratory)

async function printPlans(reader: Reader): Promise<void> {
  statements.length = 0
  await read(reader)
  console.log(`${statements.length} statements`)
  if (!process.argv.includes('--plans')) return
  for (const { text, parameters } of [...statements].filter(({ text }) => /^\s*select/i.test(text))) {
    const client = (database.drizzle as unknown as { $client: import('pg').Pool }).$client
    const { rows } = await client.query(
      `explain (analyze, costs off, timing off, summary off) ${text}`,
      parameters,
    )
    console.log(`\n${text.trim().slice(0, 160)}…`)
    console.log(rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n'))
  }
}
await api.close()
await observed.close()
await database.close()
await postgres.stop()
