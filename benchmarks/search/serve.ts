import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import { migrate } from '@shop/database/migrate'
import { openDatabase } from '@shop/database/open-database'
import { createLaboratoryApi } from '@shop/laboratory-api/app'
import { importCatalogue } from '@shop/laboratory-api/catalogue/import/import-catalogue'
import { testSettings } from '@shop/laboratory-api/testing/test-settings'
import { migrationsOf } from '@shop/server/project-files'
import { pino } from 'pino'
import { generateCatalogue } from './generate-catalogue.ts'

// One server of the measurement in a separate process: `serve.ts <analyses>`, or `serve.ts floor <bytes>`.

async function serveApi(size: number): Promise<number> {
  const database = await openDatabase({})
  await migrate(database, migrationsOf('laboratory-api'))
  const folder = generateCatalogue(size)
  await importCatalogue({ database, folder })
  rmSync(folder, { recursive: true })
  const logger = pino({ level: 'silent' })
  const { app } = await createLaboratoryApi({ database, settings: testSettings(), logger })
  return new Promise((resolve) => {
    serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  })
}

async function serveFloor(bytes: number): Promise<number> {
  const body = Buffer.from(JSON.stringify('x'.repeat(bytes)))
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

const [kind, bytes] = process.argv.slice(2)
const port = kind === 'floor' ? await serveFloor(Number(bytes)) : await serveApi(Number(kind))
process.send?.({ port })
