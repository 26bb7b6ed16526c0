// What start, build and test share. Plain JavaScript for Node 20, since nothing is installed yet in a fresh clone.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { constants as osConstants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installDependencies } from './install.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** The project's Node, from the npm package `node`. */
export const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
/** A young generation of 4 MB instead of 32: docs/operations/memory.md says what it saves and costs. */
export const serverFlags = ['--max-semi-space-size=4']
export const serverEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }
export const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}` }

/** Runs a program to its end; returns its exit code (1 if a signal ended it). */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit', ...options })
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      resolve(1)
    })
    // A signal to this process is passed on to the program, and the program has time to clean up.
    let ending
    const forward = (signal) => {
      ending = signal
      child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
    child.on('exit', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward)
      // Nothing else is started after an interrupted program, and what this one has opened is cleaned up.
      if (ending && code !== 0) process.exit(128 + osConstants.signals[ending])
      else resolve(code ?? 1)
    })
  })
}

const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 6 * 1024 ** 3

function hasRoomInMemory() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_NEEDED
  } catch {
    return false
  }
}

/**
 * The environment of tests. Their data folders are in memory if there is room, since creating a database there takes a
 * tenth of the CPU time that it takes on a disk. What tests leave behind is deleted with the process.
 */
export function testEnvironment() {
  if (!hasRoomInMemory()) return environment
  const folder = mkdtempSync(join(MEMORY, 'shop-tests-'))
  // PostgreSQL started by root runs as another user, which needs to get through.
  chmodSync(folder, 0o711)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  return { ...environment, TMPDIR: folder }
}

function filesBelow(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !['node_modules', 'build', '.cache', '.react-router'].includes(name))
    .flatMap(({ name }) => filesBelow(join(path, name)))
    .sort()
}

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((path) => filesBelow(join(root, path)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Does the work if the fingerprint of its inputs has changed since the last time. */
async function unlessDone(stamp, paths, work) {
  const wanted = fingerprint(paths)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

function workspaceManifests() {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name, 'package.json')),
  )
}

/** Installs the dependencies if a manifest or the lock file has changed since the last installation. */
export async function ensureInstalled() {
  const manifests = ['package.json', 'package-lock.json', ...workspaceManifests()]
  await unlessDone(join(root, 'node_modules', '.installed'), manifests, async () => {
    process.stdout.write('Installing dependencies…\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    if ((await installDependencies((args) => run(npm, args, { env: process.env }))) !== 0) process.exit(1)
  })
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? 'none'
  if (Number(version.slice(1).split('.')[0]) < 26) {
    process.stderr.write(
      `Node 26 is needed and node_modules/.bin has ${version}: remove node_modules and start again.\n`,
    )
    process.exit(1)
  }
}

/** Builds the programs if their sources have changed since the last build. */
export async function ensureBuilt() {
  const sources = ['apps', 'packages', 'partners', 'catalogue', 'package-lock.json']
  await unlessDone(join(root, 'apps/storefront/build/.built'), sources, async () => {
    process.stdout.write('Building…\n')
    if ((await run(node, [join(root, 'scripts/build.mjs')])) !== 0) process.exit(1)
  })
}
