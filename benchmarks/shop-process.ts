import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMainApiClient, type MainApiClient } from '@shop/contract/main-api-client'
import { projectFiles } from '@shop/server/project-files'

/** A server in a separate process. */
export interface ServerProcess {
  root: string
  pid: number
  child: ChildProcess
}

/** For benchmarks that open the shop's database themselves as well. */
export const ENCRYPTION_KEY = 'a-key-of-the-benchmarks-and-nobody-else'

const BUNDLE = join(projectFiles, 'apps/storefront/build/server/server.js')

/** Starts the built shop on a database; resolves once it is ready. `bundle`: another build's server.js. */
export async function startShop(
  databaseUrl: string,
  bundle = BUNDLE,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  if (!existsSync(bundle)) throw new Error('Run `npm run build` first')
  const { PORT: port = String(20_000 + (process.pid % 20_000)) } = settings
  const child = spawn(process.execPath, [...nodeOptions(), bundle], {
    // Limits are lifted: a benchmark asks for more than they allow.
    env: {
      PORT: port,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      REQUESTS_AT_ONCE: 'all',
      ...settings,
    },
    stdio: 'ignore',
  })
  const root = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 600 && child.exitCode === null; tries++) {
    const ready = await fetch(`${root}/readyz`).catch(() => null)
    if (ready?.ok) return { root, pid: child.pid!, child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill()
  throw new Error('The shop did not start')
}

/** Node options for the shop alone, such as `--cpu-prof`. */
function nodeOptions(): string[] {
  return process.env.SHOP_NODE_OPTIONS?.split(' ') ?? []
}

/** Starts a benchmark's own server, which sends its port once it listens. */
export async function startServer(file: string, args: string[]): Promise<ServerProcess> {
  const child = fork(file, args, { env: { NODE_ENV: 'production' } })
  const [port] = (await once(child, 'message')) as [number]
  return { root: `http://127.0.0.1:${port}`, pid: child.pid!, child }
}

/** A client of the main API for a new account, with its token. */
export async function registerAccount(
  root: string,
  email: string,
): Promise<{ api: MainApiClient; token: string; userId: string }> {
  const guest = createMainApiClient({ root: `${root}/laboratory-api`, fetch })
  const documents = await guest.documents()
  const { accessToken: token, user } = await guest.register({
    email,
    password: 'a long benchmark phrase',
    firstName: 'Anna',
    lastName: 'Kovaleva',
    acceptedDocuments: documents
      .filter(({ requiresAcceptance }) => requiresAcceptance)
      .map(({ slug, version }) => ({ slug, version })),
  })
  const api = createMainApiClient({ root: `${root}/laboratory-api`, fetch, token })
  return { api, token, userId: user.id }
}

/**
 * CPU time of a process so far in milliseconds, where the system reports it (Linux). On a busy machine it means
 * more than a rate.
 */
export function cpuTime(pid: number): number {
  const fields = statOf(pid)
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : Number.NaN
}

/** The same for all processes that this one started, including those that have ended and been waited for. */
export function cpuTimeOfChildren(pid: number): number {
  if (!existsSync('/proc')) return Number.NaN
  const own = statOf(pid)
  const ended = (Number(own?.[13]) + Number(own?.[14])) * 10
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(statOf(Number(name))?.[1]) === pid)
  return children.reduce((sum, name) => sum + (cpuTime(Number(name)) || 0), ended)
}

/** The fields of /proc/…/stat, from the state on. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')
  } catch {
    return undefined
  }
}

/** The median. */
export const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!

export const percentile = (values: readonly number[], share: number) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length * share)]!
