// npm run dev: the shop from its sources, on the embedded database, with the sandbox. Vite serves what browsers load and loads what the
// server runs. A changed page is there with the next request; a change below the pages opens the shop anew.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Served } from '@shop/server/run'
import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'

/** The composition root: all that this script knows of the shop. */
type Composition = typeof import('../apps/storefront/server/open-shop.ts')
type SettingsModule = typeof import('../apps/storefront/settings.ts')

const started = performance.now()
const http = createServer()
const root = join(import.meta.dirname, '../apps/storefront')
const vite = await createVite({
  root,
  configFile: join(root, 'vite.config.ts'),
  appType: 'custom',
  logLevel: 'warn',
  // One port for pages and for the news of changes.
  server: { middlewareMode: true, hmr: { server: http } },
})

const load = <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module>
const loadPages = () => load<ServerBuild>('virtual:react-router/server-build')
const loadSettings = async () => (await load<SettingsModule>('/settings.ts')).readSettings()

let opened: { composition: Composition; served: Served } | undefined
let turn: Promise<unknown> = Promise.resolve()

async function openAnew(composition: Composition): Promise<Served> {
  await opened?.served.close()
  opened = undefined
  const settings = await loadSettings()
  await composition.prepareShop(settings)
  const logger = pino({ level: settings.server.logLevel, base: null })
  const served = await composition.openShop(settings, logger, loadPages)
  opened = { composition, served }
  return served
}

/** The shop as its sources are now, one look at a time. */
function current(): Promise<Served> {
  const look = async () => {
    const composition = await load<Composition>('/server/open-shop.ts')
    return opened?.composition === composition ? opened.served : openAnew(composition)
  }
  const next = turn.then(look, look)
  turn = next
  return next
}

async function answer(request: Request, env: object): Promise<Response> {
  try {
    const { app } = await current()
    const response = await app.fetch(request, env)
    // Vite's client and React's refresh put scripts and styles into the page that the shop's policy refuses.
    response.headers.delete('Content-Security-Policy')
    return response
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error)
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`${text}\n`)
    return new Response(text, { status: 500 })
  }
}

const listener = getRequestListener((request, env) => answer(request, env))
http.on('request', (request, response) =>
  vite.middlewares(request, response, () => listener(request, response)),
)

async function end(): Promise<never> {
  await opened?.served.close().catch(() => {})
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)

const { host, port } = (await loadSettings()).server
const { addresses } = await current()
await loadPages()
http.listen(port, host, () => {
  const lines = addresses.map(([label, address]) => `  ${label.padEnd(16)}  ${address}`)
  process.stdout.write(
    `\n${lines.join('\n')}\n\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
  )
})
