// npm start: installs if needed, builds if needed, serves. `npm run start:laboratory-api` serves the main API alone.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, environment, node, root } from './project.mjs'

const services = process.argv.slice(2)
await ensureInstalled()
await ensureBuilt()
// The channel tells the server when this process is gone, however it ended.
const server = spawn(node, [join(root, 'apps/storefront/build/server/server.js'), ...services], {
  env: { ...environment, NODE_ENV: 'production' },
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
server.on('exit', (code) => process.exit(code ?? 1))
