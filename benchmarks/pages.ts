import { rmSync } from 'node:fs'
import { get } from 'node:http'
import { openDatabase } from '@shop/database/open-database'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { importCatalogue } from '@shop/laboratory-api/catalogue/import/import-catalogue'
import { generateCatalogue } from './search/generate-catalogue.ts'
import { median, registerAccount, startShop } from './shop-process.ts'

// The size and the time of each catalogue page among 40,000 analyses, compared with the floor: the same page of the
// same shop with the demo catalogue, in the same run, in turns. As a guest (cached pages), and as a customer who is
// logged in (pages rendered each time). Argument: another build's server.js.

const SIZE = 40_000
const ROUNDS = 15
const LABORATORY_ID = '1'
const PATHS = [
  '/',
  '/search',
  '/search?searchNameTerm=hemoglobin',
  '/categories/infections',
  '/categories/infections?page=2',
  '/search?sort=price&noFasting=1',
  '/search/analysis/1',
  '/profiles',
  '/sitemap.xml',
  '/sitemap.xml?part=1',
  `/laboratory-api/labService?laboratoryId=${LABORATORY_ID}`,
  `/laboratory-api/labService/search?laboratoryId=${LABORATORY_ID}&searchNameTerm=hemo`,
]

interface Answer {
  status: number
  /** As sent over the network. */
  bytes: number
  ms: number
}

/** One answer as a browser asks for it, left compressed: `fetch` would hide its size on the network. */
function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br, gzip', ...headers } }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes, ms: performance.now() - started }),
      )
    }).on('error', reject)
  })
}

const postgres = await startPostgres()
const folder = generateCatalogue(SIZE)

async function openShop(name: string, isLarge: boolean) {
  await postgres.createDatabase(name)
  const url = postgres.url(name)
  const settings = { PORT: String(await freePort()) }
  // Created by a first start, as an operator would; the import comes before the second.
  const first = await startShop(url, process.argv[2], settings)
  first.child.kill()
  await new Promise((resolve) => first.child.once('exit', resolve))
  if (isLarge) {
    const database = await openDatabase({ url })
    await importCatalogue({ database, folder })
    await database.close()
  }
  const shop = await startShop(url, process.argv[2], settings)
  const { token } = await registerAccount(shop.root, `benchmark-${name}@example.com`)
  // The search index is built after the start; until then pages wait.
  await ask(`${shop.root}/search?searchNameTerm=ferritin`, {})
  return { ...shop, token }
}

const [small, large] = [await openShop('small', false), await openShop('large', true)]
try {
  console.log('path, as whom: bytes, first answer, median; beside 398 analyses')
  for (const path of PATHS) {
    for (const [whom, isGuest] of [
      ['guest', true],
      ['logged in', false],
    ] as const) {
      const shops = [small, large].map(({ root, token }) => {
        const session = isGuest ? '' : `; authToken=${encodeURIComponent(`Bearer ${token}`)}`
        return {
          url: `${root}${path}`,
          headers: { Cookie: `activeLaboratoryId=${LABORATORY_ID}; acceptCookie=true${session}` },
          answers: [] as Answer[],
        }
      })
      for (let round = 0; round < ROUNDS; round++) {
        for (const { url, headers, answers } of shops) answers.push(await ask(url, headers))
      }
      const figures = shops.map(({ answers }) => ({
        bytes: answers[0]!.bytes,
        first: answers[0]!.ms,
        middle: median(answers.slice(1).map(({ ms }) => ms)),
      }))
      const [floor, own] = figures as [(typeof figures)[0], (typeof figures)[0]]
      console.log(
        [
          path.padEnd(56),
          whom.padEnd(10),
          String(shops[1]!.answers[0]!.status),
          `${(own.bytes / 1000).toFixed(1).padStart(8)} kB (${(own.bytes / floor.bytes).toFixed(2)})`,
          `first ${own.first.toFixed(0).padStart(5)} ms`,
          `median ${own.middle.toFixed(1).padStart(6)} ms (${(own.middle / floor.middle).toFixed(2)})`,
        ].join('  '),
      )
    }
  }
} finally {
  for (const { child } of [small, large]) child.kill()
  await postgres.stop()
  rmSync(folder, { recursive: true })
}
