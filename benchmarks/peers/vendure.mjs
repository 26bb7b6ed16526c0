// Vendure as its documentation sets it up for production, on PostgreSQL. Runs in the folder where it is installed.
// Arguments: the database; then `fill` and a file of products in its import format, or nothing to serve.
import { createRequire } from 'node:module'

const installed = createRequire(`${process.cwd()}/`)
const core = installed('@vendure/core')
const [databaseUrl, task, file] = process.argv.slice(2)

const config = {
  apiOptions: { port: Number(process.env.PORT), hostname: '127.0.0.1', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'benchmark', password: 'a long benchmark phrase' },
  },
  dbConnectionOptions: { type: 'postgres', url: databaseUrl, synchronize: task === 'fill' },
  paymentOptions: { paymentMethodHandlers: [core.dummyPaymentHandler] },
  plugins: [core.DefaultJobQueuePlugin.init({ pollInterval: 100 }), core.DefaultSearchPlugin.init({})],
  logger: new core.DefaultLogger({ level: core.LogLevel.Error }),
}

const COMMON = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ code: 'PL', name: 'Poland', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 8 }],
  shippingMethods: [{ name: 'Standard', price: 500 }],
  paymentMethods: [
    {
      name: 'Dummy',
      handler: {
        code: core.dummyPaymentHandler.code,
        arguments: [{ name: 'automaticSettle', value: 'false' }],
      },
    },
  ],
  collections: [],
}

async function fill() {
  const { populate } = installed('@vendure/core/cli')
  const app = await populate(() => core.bootstrap(config), COMMON, file)
  await app.get(core.JobQueueService).start()
  const context = await app.get(core.RequestContextService).create({ apiType: 'admin' })
  await app.get(core.SearchService).reindex(context)
  const { rawConnection } = app.get(core.TransactionalConnection)
  const count = async (rows) => Number((await rawConnection.query(`select count(*) from ${rows}`))[0].count)
  const unfinished = `job_record where state in ('PENDING', 'RUNNING', 'RETRYING')`
  while ((await count(unfinished)) > 0) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  console.log(`${await count('search_index_item')} products`)
  await app.close()
}

if (task === 'fill') {
  await fill()
  process.exit()
}
await core.bootstrap(config)
process.send?.(config.apiOptions.port)
