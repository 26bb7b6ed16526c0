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
import { PROGRAMS, sourcesOf } from './programs.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** The project's Node, from the npm package `node`. */
export const node = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
/** A young generation of 4 MB instead of 32: docs/operations/memory.md says what it saves and costs. */
export const serverFlags = ['--max-semi-space-size=4']
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
}
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

/** By path: several programs are built from the same. */
const fingerprints = new Map()
function fingerprintOf(path) {
  if (!fingerprints.has(path)) fingerprints.set(path, fingerprint([path]))
  return fingerprints.get(path)
}

const isDone = (stamp, wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
function noteDone(stamp, wanted) {
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
  const stamp = join(root, 'node_modules', '.installed')
  const wanted = fingerprint(['package.json', 'package-lock.json', ...workspaceManifests()])
  if (!isDone(stamp, wanted)) {
    process.stdout.write('Installing dependencies…\n')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    if ((await installDependencies((args) => run(npm, args, { env: process.env }))) !== 0) process.exit(1)
    noteDone(stamp, wanted)
  }
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? 'none'
  if (Number(version.slice(1).split('.')[0]) < 26) {
    process.stderr.write(
      `Node 26 is needed and node_modules/.bin has ${version}: remove node_modules and start again.\n`,
    )
    process.exit(1)
  }
}

/** Builds those of the programs whose sources have changed since they were last built. */
export async function ensureBuilt(names = Object.keys(PROGRAMS)) {
  const stamps = names.map((name) => ({
    name,
    stamp: join(root, 'apps', name, 'build/.built'),
    wanted: sourcesOf(name).map(fingerprintOf).join('\n'),
  }))
  const changed = stamps.filter(({ stamp, wanted }) => !isDone(stamp, wanted))
  if (changed.length === 0) return
  process.stdout.write('Building…\n')
  const script = join(root, 'scripts/build.mjs')
  if ((await run(node, [script, ...changed.map(({ name }) => name)])) !== 0) process.exit(1)
  for (const { stamp, wanted } of changed) noteDone(stamp, wanted)
}
