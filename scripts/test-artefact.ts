// npm run test:artefact: a release is unpacked in an empty folder and started there with Node alone, without a network where root may
// say so: it takes an order and a payment, sets a receipt, drains, and finds everything again.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { LOAD_SETTINGS } from './operations/order-load.ts'
import { assert, main, node, root, run, say, start, stop, until } from './operations/tools.ts'
import { readReceipt, tryRelease } from './operations/try-release.ts'

/** Units may be a little open to the machine, in systemd's own measure of 0 to 10. */
const EXPOSURE_LIMIT = 2
const IN_OWN_NETWORK = '--in-own-network'
const folder = mkdtempSync(join(tmpdir(), 'artefact-'))

/** Whether anything that answers is at that port. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('close', () => socket.destroy())
  })
}

/** No path of the machine that built it may be left in what is started. */
function refuseOwnPaths(release: string): void {
  const files = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$|\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const told = files.filter((file) => readFileSync(file, 'utf8').includes(`${root}/`))
  assert(told.length === 0, `none of ${files.length} files names the folder that it was built in: ${told}`)
}

function checkUnits(): void {
  const units = join(folder, 'units')
  mkdirSync(units)
  cpSync(join(root, 'deploy/systemd'), units, { recursive: true })
  const [unit] = readdirSync(units).map((name) => join(units, name))
  const offline = ['security', '--offline=true', `--threshold=${EXPOSURE_LIMIT * 10}`, '--no-pager']
  try {
    const said = run('systemd-analyze', [...offline, unit!])
    assert(true, `the unit is sound and closed: ${said.trim().split('\n').at(-1)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    say('no systemd here to look at the unit')
  }
}

/** The desk's login, with its styles and scripts, from the release beside the shop. */
async function tryDesk(
  release: string,
  { apiRoot, env, cwd }: { apiRoot: string; env: Record<string, string>; cwd: string },
): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const own = { ...env, PORT: String(port), API_ROOT: apiRoot, DESK_URL: url }
  const desk = start(node, [join(release, 'desk/server/server.js')], { env: own, cwd })
  await until('the desk is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  const page = await (await fetch(`${url}/login`)).text()
  const assets = [...page.matchAll(/\/assets\/[\w.-]+\.(?:css|js)/g)].map(([path]) => path)
  const answers = await Promise.all(assets.map(async (path) => (await fetch(url + path)).ok))
  assert(answers.length > 2 && answers.every(Boolean), `the desk has its ${answers.length} files`)
  assert((await stop(desk)) === 0, 'SIGTERM ends the desk with 0')
}

async function tryUnpacked(release: string): Promise<void> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...LOAD_SETTINGS,
    PATH: '/nothing',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
  }
  const elsewhere = { env, cwd: folder }
  const server = join(release, 'storefront/server/server.js')
  const startedAt = Date.now()
  const first = start(node, [server], elsewhere)
  await until('the shop is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  say(`ready after ${Date.now() - startedAt} ms, with a new database and the demo catalogue`)
  const ordered = await tryRelease(url)
  await tryDesk(release, { apiRoot: `${url}/laboratory-api`, env, cwd: folder })
  const stoppedAt = Date.now()
  assert((await stop(first)) === 0, 'SIGTERM ends the shop with 0')
  assert(!(await isTaken(port)), `the port is free after ${Date.now() - stoppedAt} ms`)

  const copy = join(folder, 'copy.tar.gz')
  run(node, [join(release, 'laboratory-api/command.js'), 'backup', copy], elsewhere)
  const again = start(node, [server], elsewhere)
  await until('the shop is ready again', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  await readReceipt(url, ordered)
  await stop(again)
  run(node, [join(release, 'laboratory-api/command.js'), 'restore', copy], elsewhere)
  const alone = start(node, [join(release, 'laboratory-api/main.js')], elsewhere)
  await until('the main API alone is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  const categories = await fetch(`${url}/laboratory-api/documents`)
  assert(categories.status === 200, 'the main API answers alone, on the database that was put back')
  await stop(alone)
}

await main(
  8,
  async () => {
    if (process.getuid?.() === 0 && !process.argv.includes(IN_OWN_NETWORK)) {
      // A network that has nothing but itself.
      const script = 'ip link set lo up && exec "$0" "$@"'
      const inside = [process.execPath, import.meta.filename, IN_OWN_NETWORK]
      const child = start('unshare', ['--net', 'sh', '-c', script, ...inside], { stdio: 'inherit' })
      process.exit((await new Promise((resolve) => child.on('exit', resolve))) === 0 ? 0 : 1)
    }
    process.stdout.write(run(node, [join(root, 'scripts/artefact.ts')]))
    const [archive] = readdirSync(join(root, 'build')).filter((name) => name.endsWith('.tar.gz'))
    run('tar', ['-xzf', join(root, 'build', archive!), '-C', folder])
    const release = join(folder, archive!.replace('.tar.gz', ''))
    refuseOwnPaths(release)
    checkUnits()
    await tryUnpacked(release)
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
