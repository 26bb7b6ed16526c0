// What traces cost in CPU time, which other work on the machine disturbs less than rates. The same calls by a customer
// who is logged in, with traces off, on, and on for one in a hundred; each round tries all three in turn.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { availableParallelism } from 'node:os'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import autocannon from 'autocannon'
import { startProcess } from '../e2e/shop-process.ts'
import { addPatient, confirmEmail, newCustomer } from '../e2e/stage.ts'

const ROUNDS = 3
const SECONDS = 4
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10
const CONNECTIONS = 4

const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end('{}'))
})
const receiverPort = await freePort()
receiver.listen(receiverPort, '127.0.0.1')
const traced = (part: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiverPort}`,
  OTEL_TRACES_SAMPLER_ARG: part,
})
const ways = { off: {}, on: traced('1'), 'one in a hundred': traced('0.01') }

const postgres = await startPostgres()
const measured: { target: string; way: string; ms: number }[] = []

/** CPU time of the process so far. */
function cpuMs({ pid }: { pid?: number | undefined }): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
const shops = []
for (const [way, settings] of Object.entries(ways)) {
  const name = `shop_${shops.length}`
  await postgres.createDatabase(name)
  const shop = await startProcess('shop', {
    PORT: String(await freePort()),
    DATABASE_URL: postgres.url(name),
    LOG_LEVEL: 'error',
    ...settings,
  })
  const customer = await newCustomer({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  await confirmEmail(customer)
  await addPatient(customer)
  shops.push({ way, shop, token: customer.token })
}
for (let round = 0; round <= ROUNDS; round++) {
  for (const { way, shop, token } of shops) {
    const cookie = `authToken=${encodeURIComponent(`Bearer ${token}`)}`
    const targets = {
      'GET /patients (a page)': { path: '/patients', headers: { cookie } },
      'GET patient (a call of the main API)': {
        path: '/laboratory-api/patient',
        headers: { authorization: `Bearer ${token}` },
      },
    }
    for (const [target, { path, headers }] of Object.entries(targets)) {
      const before = cpuMs(shop.process)
      const { requests, non2xx } = await autocannon({
        url: `${shop.url}${path}`,
        headers: headers as Record<string, string>,
        connections: CONNECTIONS,
        duration: SECONDS,
      })
      if (non2xx > 0) throw new Error(`${path}: ${non2xx} requests were not answered`)
      // The first round is a warm-up.
      if (round > 0) measured.push({ target, way, ms: (cpuMs(shop.process) - before) / requests.total })
    }
  }
}
for (const { shop } of shops) await shop.stop()
await postgres.stop()
receiver.close()

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
process.stdout.write(
  `${availableParallelism()} cores, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s\n`,
)
const costOf = (target: string, way: string) =>
  median(measured.filter((one) => one.target === target && one.way === way).map(({ ms }) => ms))
for (const target of new Set(measured.map((one) => one.target))) {
  const floor = costOf(target, 'off')
  for (const way of Object.keys(ways)) {
    const ms = costOf(target, way)
    const more =
      way === 'off' ? '' : `: ${((ms / floor - 1) * 100).toFixed(0)} % and ${(ms - floor).toFixed(2)} ms more`
    process.stdout.write(`${target}, ${way}: ${ms.toFixed(2)} ms of CPU${more}\n`)
  }
}
