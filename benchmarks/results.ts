import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { issueAccessToken } from '@shop/laboratory-api/accounts/access-tokens'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Family, findFamily, reopenNewestOrders, seedResults } from './results/seed.ts'

// What a family with 500 results over ten years waits for, beside one with a single result, both among twenty thousand
// results of others; and how PostgreSQL finds them. The plans stand in docs/operations/result-queries.md.

const ROUNDS = 200
const WARM_UP = 50

const postgres = await startPostgres()
await postgres.createDatabase('results')
const statements: { text: string; parameters: unknown[] }[] = []
const database = await openDatabase({ url: postgres.url('results') })
const observed = await openDatabase({
  url: postgres.url('results'),
  onStatement: (text, parameters) => statements.push({ text, parameters }),
})
await migrate(database, 'laboratory-api')
await seedResults(database, { accounts: 200, resultsEach: 100, tag: 'other' })
await seedResults(database, { accounts: 1, resultsEach: 500, tag: 'family' })
await seedResults(database, { accounts: 1, resultsEach: 1, tag: 'single' })
await reopenNewestOrders(database, 40)
await database.queries.execute(sql`vacuum analyze`)

const api = await createLaboratoryApi({
  database: observed,
  settings: testSettings(),
  logger: pino({ level: 'silent' }),
})

async function measureFamily(name: string, tag: string, path: (family: Family) => string) {
  const family = await findFamily(database, tag)
  const { userId } = family
  const token = await issueAccessToken(database.queries, { userId, userAgent: undefined, now: new Date() })
  return measure(name, token, path(family))
}

async function measure(name: string, token: string, path: string) {
  const call = async () => {
    const answer = await api.app.request(`http://api.test${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
    return answer.text()
  }
  for (let round = 0; round < WARM_UP; round++) await call()
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await call()
    times.push(performance.now() - started)
  }
  statements.length = 0
  await call()
  times.sort((one, other) => one - other)
  console.log(
    `${name.padEnd(34)} median ${times[ROUNDS / 2]!.toFixed(1)} ms, p99 ${times[Math.floor(ROUNDS * 0.99)]!.toFixed(1)} ms, ${statements.length} statements`,
  )
  return [...statements]
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

for (const [name, path] of PATHS) {
  await measureFamily(`${name}, single result`, 'single', path)
  await printPlans(await measureFamily(`${name}, 500 results`, 'family', path))
}
const search = '/fhir/R4/ServiceRequest?status=active&_include=ServiceRequest:patient'
await printPlans(await measure('the laboratory asks for 40 of 20,501', testSettings().labSystemToken, search))

async function printPlans(ran: typeof statements): Promise<void> {
  if (!process.argv.includes('--plans')) return
  for (const { text, parameters } of ran.filter(({ text }) => /^\s*select/i.test(text))) {
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
