// npm run dev: the shop from its sources, on the embedded database, with the sandbox, and the desk ten ports
// further on. Vite serves what browsers load, and loads what the server runs. A changed page takes effect with
// the next request; a change below the pages reopens the shop.
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Served } from '@shop/server/run'
import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { createServer as createVite } from 'vite'
// Of shop and desk this script knows only where they are put together.
import type * as DeskSite from '../apps/desk/server/site.ts'
import type * as DeskSettingsModule from '../apps/desk/settings.ts'
import type * as Composition from '../apps/storefront/server/open-shop.ts'
import type * as SettingsModule from '../apps/storefront/settings.ts'

const started = performance.now()
const apps = join(import.meta.dirname, '../apps')
process.env.DEMO_MORNING ||= 'true'

/** Opens an application's sources, with one port for its pages and for the notices of changes. */
async function openSources(app: string) {
  const http = createServer()
  const root = join(apps, app)
  const vite = await createVite({
    root,
    configFile: join(root, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: http } },
  })
  return { http, vite, load: <Module>(file: string) => vite.ssrLoadModule(file) as Promise<Module> }
}

type Sources = Awaited<ReturnType<typeof openSources>>
const loadPages = ({ load }: Sources) => load<ServerBuild>('virtual:react-router/server-build')

/** Answers with the application in the current state of its sources. */
function answerWith({ http, vite }: Sources, current: () => Promise<Pick<Served, 'app'>>): void {
  async function answer(request: Request, env: object): Promise<Response> {
    try {
      const { app } = await current()
      const response = await app.fetch(request, env)
      // Vite's client and React's refresh add scripts and styles to the page that the policy refuses.
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
}

const listen = (http: Server, port: number, host: string) =>
  new Promise<void>((resolve) => http.listen(port, host, resolve))

const shop = await openSources('storefront')
const loadSettings = async () => (await shop.load<typeof SettingsModule>('/settings.ts')).readSettings()
let opened: { composition: typeof Composition; served: Served } | undefined
let turn: Promise<unknown> = Promise.resolve()

async function reopen(composition: typeof Composition): Promise<Served> {
  await opened?.served.close()
  opened = undefined
  const settings = await loadSettings()
  await composition.prepareShop(settings)
  const logger = pino({ level: settings.server.logLevel, base: null })
  const served = await composition.openShop(settings, logger, () => loadPages(shop))
  opened = { composition, served }
  return served
}

/** The shop in the current state of its sources, checked one call at a time. */
function currentShop(): Promise<Served> {
  const look = async () => {
    const composition = await shop.load<typeof Composition>('/server/open-shop.ts')
    return opened?.composition === composition ? opened.served : reopen(composition)
  }
  const next = turn.then(look, look)
  turn = next
  return next
}

let deskOpened: { pages: ServerBuild; site: typeof DeskSite; app: Served['app'] } | undefined

/** The desk in the current state of its sources. */
async function currentDesk(desk: Sources, environment: NodeJS.ProcessEnv) {
  const [site, pages] = [await desk.load<typeof DeskSite>('/server/site.ts'), await loadPages(desk)]
  if (deskOpened?.site !== site || deskOpened.pages !== pages) {
    const { readSettings } = await desk.load<typeof DeskSettingsModule>('/settings.ts')
    const settings = readSettings(environment)
    const logger = pino({ level: settings.server.logLevel, base: null })
    deskOpened = { site, pages, app: site.createSite({ pages, settings: settings.desk, logger }) }
  }
  return deskOpened
}

/** Starts the gateway to a laboratory that speaks HL7 v2, from its sources. */
function startGateway(host: string, port: number) {
  const file = join(import.meta.dirname, '../apps/hl7-gateway/main.ts')
  const env = { API_ROOT: `http://${host}:${port}/laboratory-api`, ...process.env, PORT: String(port + 20) }
  return spawn(process.execPath, [file], { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}
let gateway: ReturnType<typeof startGateway> | undefined

async function end(): Promise<never> {
  gateway?.kill()
  await opened?.served.close().catch(() => {})
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end)

const { host, port } = (await loadSettings()).server
const { addresses } = await currentShop()
await loadPages(shop)
answerWith(shop, currentShop)
await listen(shop.http, port, host)
if (process.env.HL7_GATEWAY === 'true') gateway = startGateway(host, port)

const deskPort = Number(process.env.DESK_PORT || port + 10)
const deskEnvironment = {
  ...process.env,
  PORT: String(deskPort),
  API_ROOT: process.env.API_ROOT || `http://127.0.0.1:${port}/laboratory-api`,
}
const desk = await openSources('desk')
answerWith(desk, () => currentDesk(desk, deskEnvironment))
await listen(desk.http, deskPort, host)

const lines = addresses.map(([label, address]) => `  ${label.padEnd(16)}  ${address}`)
process.stdout.write(
  `\n${lines.join('\n')}\n\nReady after ${((performance.now() - started) / 1000).toFixed(1)} s.\n`,
)
