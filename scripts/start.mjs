// npm start: installs if needed, builds if needed, serves. `npm run start:laboratory-api` serves the main API alone. With `migrate` as
// a further argument the program brings its tables up to date instead.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, node, root } from './project.mjs'

const PROGRAMS = {
  storefront: 'apps/storefront/build/server/server.js',
  'laboratory-api': 'apps/laboratory-api/build/main.js',
}
const [program = 'storefront', ...args] = process.argv.slice(2)
const parent = process.ppid
await ensureInstalled()
await ensureBuilt()
// The channel tells the server when this process is gone, however it ended.
const server = spawn(node, [join(root, PROGRAMS[program]), ...args], {
  env: { ...environment, NODE_ENV: 'production' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
// npm and its shell do not hand a signal on: when they are gone, the server is told.
setInterval(() => process.ppid !== parent && server.kill('SIGTERM'), 200).unref()
server.on('exit', (code) => process.exit(code ?? 1))
