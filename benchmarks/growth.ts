import { migrateAll } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { openPlanReader, type Statement } from '@shop/database/testing/read-plans'
import { issueAccessToken } from '@shop/laboratory-api/accounts/access-tokens'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { DEMO_TABLES } from '@shop/laboratory-api/open'
import { type Family, findFamily, seedGrowth } from '@shop/laboratory-api/testing/seed-growth'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { pino } from 'pino'
import { percentile } from './shop-process.ts'

// How long a page and a laboratory's search take among 3,000 orders and among 300,000 with two million values, in
// one run. Also how many rows and blocks their statements read, which must not grow.

const ROUNDS = 60
const WARM_UP = 10
const FAMILY = { tag: 'family', accounts: 1, ordersEach: 120, analyses: 2, values: 4 }
const SIZES = [600, 60_000].map((accounts) => ({
  name: `${(accounts * 5).toLocaleString('en')} orders`,
  others: { tag: 'other', accounts, ordersEach: 5, analyses: 2, values: 4, open: 60, endedOfHundred: 10 },
}))

type Figures = { median: number; rows: number; blocks: number }

const SEARCH = '/fhir/R4/ServiceRequest'
const PATHS: [name: string, path: (family: Family) => string][] = [
  ['orders', () => '/orders'],
  ['an order', ({ orderId }) => `/orders/${orderId}`],
  ['results', () => '/test-results'],
  ['results of one patient', ({ patientId }) => `/test-results?patientId=${patientId}`],
  [
    'one analysis with its course',
    ({ testResultId, patientId, analysisResultId }) =>
      `/test-results/${testResultId}/patients/${patientId}/analysis-results/${analysisResultId}`,
  ],
  ['laboratory: active requests', () => `${SEARCH}?status=active`],
  ['laboratory: completed requests', () => `${SEARCH}?status=completed`],
  [
    'laboratory: changed in the last week',
    () => `${SEARCH}?_lastUpdated=gt${new Date(Date.now() - 7 * 86_400_000).toISOString()}`,
  ],
  [
    'laboratory: changed in a month long ago',
    () => `${SEARCH}?_lastUpdated=ge2020-01-01&_lastUpdated=lt2020-02-01`,
  ],
]

async function measure(size: (typeof SIZES)[number]): Promise<Map<string, Figures>> {
  const postgres = await startPostgres()
  await postgres.createDatabase('growth')
  const url = postgres.url('growth')
  const statements: Statement[] = []
  const database = await openDatabase({
    url,
    onStatement: (text, parameters) => statements.push({ text, parameters }),
  })
  await migrateAll(database, DEMO_TABLES.migrations)
  await DEMO_TABLES.fill(database)
  const seeding = performance.now()
  await seedGrowth(database, size.others)
  await seedGrowth(database, FAMILY)
  console.log(`${size.name} written in ${((performance.now() - seeding) / 1000).toFixed(0)} s`)
  const plans = await openPlanReader(url, {
    rows: Number.POSITIVE_INFINITY,
    blocks: Number.POSITIVE_INFINITY,
  })
  const settings = testSettings()
  const api = await createLaboratoryApi({ database, settings, logger: pino({ level: 'silent' }) })
  const family = await findFamily(database, FAMILY.tag)
  const now = new Date()
  const user = await issueAccessToken(database.queries, { userId: family.userId, userAgent: undefined, now })
  const found = new Map<string, Figures>()
  for (const [name, path] of PATHS) {
    const token = name.startsWith('laboratory') ? settings.labSystemToken! : user
    const read = async () => {
      const answer = await api.app.request(`http://api.test${path(family)}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`${name} answers ${answer.status}`)
      await answer.text()
    }
    const times: number[] = []
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const started = performance.now()
      await read()
      if (round >= 0) times.push(performance.now() - started)
    }
    statements.length = 0
    await read()
    const figures = { median: percentile(times, 0.5), rows: 0, blocks: 0 }
    for (const statement of [...statements]) {
      const plan = await plans.read(statement)
      figures.rows += plan?.rows ?? 0
      figures.blocks += plan?.blocks ?? 0
    }
    found.set(name, figures)
  }
  await api.close()
  await plans.close()
  await database.close()
  await postgres.stop()
  return found
}

const [small, large] = [await measure(SIZES[0]!), await measure(SIZES[1]!)]
for (const [name, { median, rows, blocks }] of large) {
  const before = small.get(name)!
  console.log(
    [
      name.padEnd(42),
      `median ${before.median.toFixed(1)} and ${median.toFixed(1)} ms, ${(median / before.median).toFixed(2)} times`,
      `rows ${before.rows.toFixed(0)} and ${rows.toFixed(0)}`,
      `blocks ${before.blocks} and ${blocks}`,
    ].join('  '),
  )
}
