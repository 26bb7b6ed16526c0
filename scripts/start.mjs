// npm start: installs if needed, builds what it starts if needed, serves the shop, and the desk ten ports further
// on. `npm run start:laboratory-api` builds and serves the main API alone, `npm run start:desk` the desk, `npm run
// start:hl7-gateway` the gateway, which `HL7_GATEWAY=true` also starts together with the shop. With `migrate` as a
// further argument the program migrates its tables instead.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAMS, startedWith } from './programs.mjs'
import {
  ensureBuilt,
  ensureInstalled,
  environment,
  node,
  root,
  serverEnvironment,
  serverFlags,
} from './project.mjs'

const [program = 'storefront', ...args] = process.argv.slice(2)
const parent = process.ppid
await ensureInstalled()
const started = startedWith(program, args, environment)
await ensureBuilt(started)
// The IPC channel tells a server that this process has ended, however it ended.
const start = (name, env = {}) =>
  spawn(node, [...serverFlags, join(root, PROGRAMS[name].server), ...args], {
    env: { ...serverEnvironment, ...environment, NODE_ENV: 'production', ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
/** In production a process refuses secrets that it does not need. */
const SECRETS = JSON.parse(readFileSync(join(root, 'packages/server/src/secrets.json'), 'utf8'))
const OF_ALL = 'OTEL_EXPORTER_OTLP_HEADERS'
const without = (secrets) =>
  Object.fromEntries(secrets.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, '']))
const server = start(program, {
  // Someone who starts the shop by hand gets a demo day to look at; without the sandbox this has no effect.
  DEMO_MORNING: environment.DEMO_MORNING || 'true',
  ...(program === 'hl7-gateway' ? {} : without(['HL7_CLIENT_KEY'])),
})
const port = Number(environment.PORT || 3000)
const host =
  environment.HOST && !/^(?:0\.0\.0\.0|::)$/.test(environment.HOST) ? environment.HOST : '127.0.0.1'
const scheme = environment.TLS_CERT_FILE ? 'https' : 'http'
/** Starts a program that does not need the shop's database, on a port of its own. */
const beside = (name, ownPort, ownSecret) =>
  start(name, {
    PORT: ownPort,
    API_ROOT: environment.API_ROOT || `${scheme}://${host}:${port}/laboratory-api`,
    // Settings of the shop's own processes.
    METRICS_PORT: '',
    WORKERS: '',
    ROLE: '',
    // The vault entry and its contents are the shop's.
    VAULT_URL: '',
    VAULT_CERT_FILE: '',
    VAULT_KEY_FILE: '',
    ...without(SECRETS.filter((secret) => secret !== ownSecret && secret !== OF_ALL)),
  })
const BESIDE = {
  desk: () => beside('desk', environment.DESK_PORT || String(port + 10), 'CLIENT_ADDRESS_SECRET'),
  'hl7-gateway': () => beside('hl7-gateway', String(port + 20), 'HL7_CLIENT_KEY'),
}
const others = started.slice(1).map((name) => BESIDE[name]())
function end(signal) {
  for (const child of [server, ...others]) child.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal))
// npm and its shell do not forward signals: when they are gone, the servers are ended.
setInterval(() => process.ppid !== parent && end('SIGTERM'), 200).unref()
// The end of the shop ends the others; it goes on without the desk or the gateway.
server.on('exit', (code) => {
  end('SIGTERM')
  process.exit(code ?? 1)
})
