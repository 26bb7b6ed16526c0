// npm run test:artefact: a release is unpacked in an empty folder and started there with Node alone, as root also
// without a network: it takes an order and a payment, typesets a receipt, drains, and finds everything again
// after a restart.
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { DEMO_STAFF } from '@shop/sandbox/desk/demo-staff'
import { SANDBOX_PAYMENT } from '@shop/sandbox/sandbox-payment'
import { LOAD_SETTINGS } from './operations/order-load.ts'
import { assert, main, node, root, run, say, start, stop, until } from './operations/tools.ts'
import { readReceipt, tryRelease } from './operations/try-release.ts'

/** Units may be slightly exposed, on systemd's own scale of 0 to 10. */
const EXPOSURE_LIMIT = 2
const IN_OWN_NETWORK = '--in-own-network'
const folder = mkdtempSync(join(tmpdir(), 'artefact-'))

/** Whether anything answers at that port. */
function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('close', () => socket.destroy())
  })
}

/** Refuses programs that contain a path of the machine that built them. */
function refuseOwnPaths(release: string): void {
  const files = readdirSync(release, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]s$|\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const offending = files.filter((file) => readFileSync(file, 'utf8').includes(`${root}/`))
  assert(
    offending.length === 0,
    `none of ${files.length} files contains the path of the build folder: ${offending}`,
  )
}

function checkUnits(): void {
  const units = join(folder, 'units')
  mkdirSync(units)
  cpSync(join(root, 'deploy/systemd'), units, { recursive: true })
  const [unit] = readdirSync(units).map((name) => join(units, name))
  const offline = ['security', '--offline=true', `--threshold=${EXPOSURE_LIMIT * 10}`, '--no-pager']
  try {
    const said = run('systemd-analyze', [...offline, unit!])
    assert(true, `the systemd unit is valid and sandboxed: ${said.trim().split('\n').at(-1)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
    say('no systemd to check the unit')
  }
}

/** Starts the desk of the release beside the shop, and loads its login page with styles and scripts. */
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
  assert((await stop(desk)) === 0, 'the desk exits with 0 on SIGTERM')
}

/** Starts the gateway, which calls the main API as its client and receives reports on its own port. */
async function tryGateway(
  release: string,
  { apiRoot, env, cwd }: { apiRoot: string; env: Record<string, string>; cwd: string },
): Promise<void> {
  const [port, ownPort] = [await freePort(), await freePort()]
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  const own = {
    ...env,
    PORT: String(port),
    API_ROOT: apiRoot,
    DATA_DIR: join(cwd, 'gateway'),
    HL7_PORT: String(ownPort),
    HL7_CLIENT_ID: 'hl7',
    HL7_CLIENT_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
  const gateway = start(node, [join(release, 'hl7-gateway/main.js')], { env: own, cwd })
  await until('the gateway is ready', () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ ok }) => ok))
  assert(await isTaken(ownPort), 'the gateway accepts reports')
  assert((await stop(gateway)) === 0, 'the gateway exits with 0 on SIGTERM')
}

/**
 * Settings of a live shop, without certificates: a proxy would have them, and the trial ends before they are
 * needed.
 */
const LIVE = {
  SMTP_URL: 'smtps://mail.example',
  PAYMENT_API_URL: 'https://checkout.example',
  BEPAID_SHOP_ID: '1',
  BEPAID_SECRET_KEY: 'a key of nobody',
}

/**
 * Without the sandbox's archive the release contains no stand-ins, and a new database sells nothing before a
 * catalogue import.
 */
async function tryWithoutSandbox(release: string): Promise<void> {
  const server = join(release, 'storefront/server/server.js')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const env = { PATH: '/nothing', PORT: String(port), PUBLIC_URL: url, DATA_DIR: join(folder, 'live') }
  const refused = spawnSync(node, [server], { env, cwd: folder, encoding: 'utf8' })
  const said = refused.stdout + refused.stderr
  assert(
    refused.status !== 0 && said.includes('not part of this release'),
    'it says that the sandbox is not part of the release',
  )
  const files = readdirSync(release, { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => /\.[cm]?js$/.test(file) && !file.startsWith('node_modules'))
  const privateHalf = SANDBOX_PAYMENT.privateKey.split('\n')[1]!
  for (const word of ['Test environment of the shop', DEMO_STAFF.secret, privateHalf]) {
    const offending = scripts.filter((file) => readFileSync(join(release, file), 'utf8').includes(word))
    assert(offending.length === 0, `none of ${scripts.length} scripts has “${word}”: ${offending}`)
  }
  assert(!files.some((file) => /files\/catalogue/.test(file)), 'it contains no demo catalogue')

  const live = start(node, [server], {
    env: { ...env, ...LIVE, BEPAID_PUBLIC_KEY: key },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let log = ''
  live.stdout!.on('data', (chunk) => {
    log += chunk
  })
  await until('the shop is ready without a catalogue', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  // The log may be read later than the answer.
  await until('it says that there is no catalogue, and how to import one', () =>
    /there is no catalogue.*catalogue:import/.test(log),
  )
  const [page, mailbox, labs] = await Promise.all(
    ['/', '/sandbox/mailbox', '/laboratory-api/laboratories'].map((path) => fetch(url + path)),
  )
  const words = await page!.text()
  assert(
    page!.status === 503 && words.includes('We are opening soon'),
    'the start page says that the shop opens soon',
  )
  assert(mailbox!.status === 404, 'the sandbox’s mailbox does not exist')
  assert(labs!.ok && !(await labs!.text()).includes('Minsk'), 'there is no demo laboratory')
  assert((await stop(live)) === 0, 'it exits with 0 on SIGTERM')
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
  const beside = { apiRoot: `${url}/laboratory-api`, env, cwd: folder }
  await tryDesk(release, beside)
  await tryGateway(release, beside)
  const stoppedAt = Date.now()
  assert((await stop(first)) === 0, 'the shop exits with 0 on SIGTERM')
  assert(!(await isTaken(port)), `the port is free after ${Date.now() - stoppedAt} ms`)

  const copy = join(folder, 'copy.tar.gz')
  run(node, [join(release, 'laboratory-api/command.js'), 'backup', copy], elsewhere)
  const again = start(node, [server], elsewhere)
  await until('the shop is ready again', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  await readReceipt(url, ordered)
  await stop(again)
  run(node, [join(release, 'laboratory-api/command.js'), 'restore', copy], elsewhere)
  const alone = start(node, [join(release, 'laboratory-api/main.js')], elsewhere)
  await until('the main API on its own is ready', () => fetch(`${url}/readyz`).then(({ ok }) => ok))
  const categories = await fetch(`${url}/laboratory-api/documents`)
  assert(categories.status === 200, 'the main API on its own answers, using the restored database')
  await stop(alone)
}

await main(
  8,
  async () => {
    if (process.getuid?.() === 0 && !process.argv.includes(IN_OWN_NETWORK)) {
      // A network with nothing but loopback.
      const script = 'ip link set lo up && exec "$0" "$@"'
      const inside = [process.execPath, import.meta.filename, IN_OWN_NETWORK]
      const child = start('unshare', ['--net', 'sh', '-c', script, ...inside], { stdio: 'inherit' })
      process.exit((await new Promise((resolve) => child.on('exit', resolve))) === 0 ? 0 : 1)
    }
    process.stdout.write(run(node, [join(root, 'scripts/artefact.ts')]))
    const archives = readdirSync(join(root, 'build')).filter((name) => name.endsWith('.tar.gz'))
    const archive = archives.find((name) => name.startsWith('laboratory-shop-'))!
    const unpack = (name: string) => run('tar', ['-xzf', join(root, 'build', name), '-C', folder])
    unpack(archive)
    const release = join(folder, archive.replace('.tar.gz', ''))
    refuseOwnPaths(release)
    checkUnits()
    await tryWithoutSandbox(release)
    unpack(`sandbox-of-${archive}`)
    await tryUnpacked(release)
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
