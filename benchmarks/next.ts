// A page for one user beside the same page in Next: the goal is three times Next's rate. Next gets the page's finished
// elements, as a server component that only reads the cookie: no data, no components, no session, no database; it is
// therefore at an advantage. Both in turns in one run, ten connections. Installs Next into a temporary folder.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { CONNECTIONS, endLoad, get, inTurns, inWords, ROUNDS } from './load.ts'
import { registerAccount, startShop } from './shop-process.ts'

const PAGE = '/categories/infections'
const PACKAGES = ['next@16.4.6', 'react@19.3.1', 'react-dom@19.3.1', 'html-react-parser@6.1.9']
const FILES = {
  'package.json': '{ "private": true, "type": "module" }',
  'app/layout.jsx': `export default ({ children }) => <html lang="en"><body>{children}</body></html>`,
  'app/page.jsx': `
    import { readFileSync } from 'node:fs'
    import parse from 'html-react-parser'
    import { cookies } from 'next/headers'
    const elements = parse(readFileSync('page.html', 'utf8'))
    export default async function Page() {
      await cookies()
      return elements
    }`,
}

/** Builds the page with Next and starts it. */
async function startNext(folder: string, html: string) {
  mkdirSync(join(folder, 'app'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const body = html.slice(html.indexOf('<body'), html.lastIndexOf('</body>')).replace(/^<body[^>]*>/, '')
  writeFileSync(join(folder, 'page.html'), body.replaceAll(/<script\b.*?<\/script>/gs, ''))
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' } as const
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, env })
  run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES)
  const next = join(folder, 'node_modules/next/dist/bin/next')
  run(process.execPath, next, 'build')
  const port = await freePort()
  const child = spawn(process.execPath, [next, 'start', '-p', String(port)], { cwd: folder, env })
  const root = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(root).catch(() => null)
    if (answer?.ok) return { root, child, html: await answer.text() }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('Next did not start')
}

const folder = mkdtempSync(join(tmpdir(), 'next-'))
const postgres = await startPostgres()
await postgres.createDatabase('shop')
const shop = await startShop(postgres.url('shop'), process.argv[2], { PORT: String(await freePort()) })
try {
  const { token } = await registerAccount(shop.root, 'benchmark@example.com')
  const cookie = `activeLaboratoryId=1; acceptCookie=true; authToken=${encodeURIComponent(`Bearer ${token}`)}`
  const html = await (await fetch(shop.root + PAGE, { headers: { cookie } })).text()
  const next = await startNext(folder, html)
  try {
    const elements = (text: string) =>
      text.replaceAll(/<script\b.*?<\/script>/gs, '').match(/<[a-z]/g)?.length
    console.log(`${elements(html)} elements, in Next ${elements(next.html)}`)
    console.log(`${CONNECTIONS} connections, ${ROUNDS} rounds; load ${loadavg()[0]?.toFixed(1)}`)
    const [theirs, own] = await inTurns([
      { call: get(next.root, { cookie }), pid: next.child.pid! },
      { call: get(shop.root + PAGE, { cookie }), pid: shop.pid },
    ])
    console.log(`Next      ${inWords(theirs!)}`)
    console.log(`the shop  ${inWords(own!)}`)
    console.log(
      `${(own!.rate / theirs!.rate).toFixed(2)} times Next by rate, ${(theirs!.cpu / own!.cpu).toFixed(2)} by processor time`,
    )
  } finally {
    next.child.kill('SIGTERM')
  }
} finally {
  endLoad()
  shop.child.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
