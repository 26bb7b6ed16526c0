import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const node = join(root, 'node_modules/.bin/node')

const started = performance.now()
const children = new Set<ChildProcess>()

/** Prints a line with the seconds since the start. */
export function say(line: string): void {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`)
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Fails the script unless `holds`. */
export function assert(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(`check failed: ${what}`)
  say(`ok: ${what}`)
}

/** Asks until the answer is true; fails after `ms`. */
export async function until(what: string, ask: () => Promise<unknown> | unknown, ms = 60_000): Promise<void> {
  const deadline = Date.now() + ms
  while (true) {
    if (await (async () => ask())().catch(() => false)) return
    if (Date.now() > deadline) throw new Error(`not within ${ms / 1000} s: ${what}`)
    await sleep(100)
  }
}

/** A shipped file's text with each of the changes; fails if a change finds nothing to change any more. */
export function adapted(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((before, [from, to]) => {
    const has = typeof from === 'string' ? before.includes(from) : before.search(from) >= 0
    if (!has) throw new Error(`the shipped file has no ${from}`)
    return before.replaceAll(from, () => to)
  }, text)
}

/** Starts a program that ends with the script. */
export function start(program: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options })
  children.add(child)
  child.on('exit', () => children.delete(child))
  return child
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

/** Sends SIGTERM and waits; after 25 s it sends SIGKILL. */
export async function stop(child: ChildProcess): Promise<number | null> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 25_000)
  child.kill('SIGTERM')
  return ended(child).finally(() => clearTimeout(timer))
}

/** Runs a program to its end; throws with its output if it fails. */
export function run(
  program: string,
  args: string[],
  options: SpawnOptions & { input?: string } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    ...options,
  } as object)
  if (error) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stdout}${stderr}`)
  return String(stdout)
}

/** Installs Debian's packages if needed; false if they cannot be installed: another system, or no rights. */
export function haveDebian(packages: Record<string, string>): boolean {
  const missing = Object.entries(packages).filter(([, program]) => !existsSync(program))
  if (missing.length === 0) return true
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const names = missing.map(([name]) => name)
  say(`installing ${names.join(', ')}`)
  const options = { env, stdio: 'ignore' as const }
  spawnSync('apt-get', ['update', '-qq'], options)
  // Nothing that is installed may start automatically: clusters and services are created here.
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options).status === 0
  )
}

/**
 * Runs the script, ends what it started, and reports the outcome. A text returned by `work` is the reason why nothing
 * could be tested. A script that hangs fails after `minutes`.
 */
export async function main(
  minutes: number,
  work: () => Promise<string | undefined>,
  clearUp: () => void = () => {},
): Promise<void> {
  const tooLong = setTimeout(() => end(new Error(`not done after ${minutes} minutes`)), minutes * 60_000)
  function end(error?: unknown): never {
    clearTimeout(tooLong)
    for (const child of children) child.kill('SIGKILL')
    clearUp()
    if (error) process.stdout.write(`${error instanceof Error ? error.stack : error}\n`)
    process.stdout.write(error ? '0 passed, 1 failed\n' : '1 passed, 0 failed\n')
    process.exit(error ? 1 : 0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(new Error(signal)))
  await work().then((skipped) => {
    if (skipped === undefined) end()
    process.stdout.write(`${skipped}\n0 passed, 0 failed, 1 skipped\n`)
    process.exit(0)
  }, end)
}
