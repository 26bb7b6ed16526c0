// How many answers a second one process gives, and how much CPU each takes: a guest's page (the goal is 3,000 on
// one core), the same page for one user, and calls of the catalogue. Ten connections, the floor and the shop in
// turns in one run; the floor is node:http with a fixed answer of the same size. Argument: another build's
// server.js.
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { CONNECTIONS, endLoad, get, inTurns, inWords, ROUNDS } from './load.ts'
import { registerAccount, startShop } from './shop-process.ts'

const PAGE = '/categories/infections'
const SETTLED = 'activeLaboratoryId=1; acceptCookie=true'

/** The floor, in a separate thread: like the shop, it shares no processor with the client. */
const FLOOR = `
  const { parentPort } = require('node:worker_threads')
  const server = require('node:http').createServer((asked, answer) =>
    answer.end(Buffer.alloc(Number(asked.url.slice(1)))))
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`

const postgres = await startPostgres()
await postgres.createDatabase('shop')
const shop = await startShop(postgres.url('shop'), process.argv[2], { PORT: String(await freePort()) })
const floor = new Worker(FLOOR, { eval: true })
const [floorPort] = (await once(floor, 'message')) as [number]
try {
  const { token } = await registerAccount(shop.root, 'benchmark@example.com')
  const session = `${SETTLED}; authToken=${encodeURIComponent(`Bearer ${token}`)}`
  const api = `${shop.root}/laboratory-api/labService`
  const SUBJECTS: readonly [name: string, url: string, headers?: Record<string, string>][] = [
    ['a guest’s page', shop.root + PAGE, { cookie: SETTLED }],
    ['for one user', shop.root + PAGE, { cookie: session }],
    ['list of 398', `${api}?laboratoryId=1`],
    ['detail', `${api}/1?laboratoryId=1`],
    ['search', `${api}/search?laboratoryId=1&searchNameTerm=ferritin`],
  ]
  console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`)
  for (const [name, url, headers] of SUBJECTS) {
    const call = get(url, headers)
    const fixed = get(`http://127.0.0.1:${floorPort}/${await call(0)}`)
    const [least, own] = await inTurns([
      { call: fixed, pid: process.pid },
      { call, pid: shop.pid },
    ])
    console.log(
      `${name.padEnd(14)} ${inWords(own!)}; beside the floor ${(own!.rate / least!.rate).toFixed(2)}`,
    )
  }
} finally {
  endLoad()
  await floor.terminate()
  shop.child.kill('SIGTERM')
  await postgres.stop()
}
