import {
  chownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { adapted, root, run, sleep, start, until } from './tools.ts'

export const CLUSTER_PACKAGES = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  postgresql: '/usr/lib/postgresql/15/bin/postgres',
}

/**
 * Stands for three machines of the database and two of the shop: a separate loopback network, on which
 * every port is as shipped.
 */
export interface Cluster {
  /** Where browsers reach the shop. */
  url: string
  shops: [string, string]
  settings: Record<string, string>
  parts: Part[]
  /** The machine whose PostgreSQL accepts writes, if any. */
  leader(): Promise<Machine | undefined>
  /** Waits until one machine leads and both others follow it, one of them synchronously. */
  whole(): Promise<void>
  machines: Machine[]
}

export interface Part {
  name: string
  start(): void
  /** Asks the part to end, and waits. */
  stop(): Promise<void>
  signal(signal: NodeJS.Signals): void
}

export interface Machine {
  name: string
  parts: Part[]
  /** Kills PostgreSQL alone. */
  killPostgres(): void
}

const PASSWORD = 'a-secret-of-your-own'

/**
 * Processes whose working directory is that folder, as for all of one PostgreSQL; nothing else tells them from its
 * neighbours'.
 */
function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false
      }
    })
    .map(Number)
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** Ends everything that was started under that folder and runs on its own. */
export function endProcessesUnder(folder: string): void {
  for (const name of readdirSync(folder)) signalAll(processesIn(join(folder, name)), 'SIGKILL')
}

/** The end of a part's log; PostgreSQL writes to Patroni's. */
const lastLines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-60).join('\n')

export async function startCluster(folder: string): Promise<Cluster> {
  const user = Number(run('id', ['-u', 'postgres']))
  const group = Number(run('id', ['-g', 'postgres']))
  const network = `127.${[1, 2].map(() => 1 + Math.floor(Math.random() * 250)).join('.')}.`
  chownSync(folder, user, group)
  /**
   * A shipped file adapted to this machine: its network and folders, and no TLS, since there are no certificates
   * here.
   */
  const shipped = (file: string) =>
    readFileSync(join(root, 'deploy/ha', file), 'utf8')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('127.0.0.1', `${network}21`)
      .replaceAll('10.0.0.', network)
      .replace(/^.*(?:ssl_|tls_).*\n/gm, '')
      .replace('ssl: "on"', 'ssl: "off"')
      .replaceAll('hostssl', 'host')
      .replaceAll('/run/', `${folder}/`)
      .replaceAll('/var/lib/postgresql/', `${folder}/`)
      .replaceAll('/var/lib/etcd/', `${folder}/`)
      .replaceAll('/etc/pgbouncer/', `${folder}/`)
  const own = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, user, group)
    return path
  }
  const write = (name: string, content: string) => {
    const file = join(folder, name)
    writeFileSync(file, content)
    chownSync(file, user, group)
    return file
  }

  function part(
    name: string,
    program: string,
    args: string[],
    options: { env?: Record<string, string>; dataDir?: string; asRoot?: boolean } = {},
  ): Part {
    const log = openSync(join(folder, `${name}.log`), 'a')
    let child: ReturnType<typeof start> | undefined
    const pids = () => [
      ...(child?.exitCode === null && child.signalCode === null && child.pid ? [child.pid] : []),
      ...(options.dataDir ? processesIn(options.dataDir) : []),
    ]
    return {
      name,
      start() {
        child = start(program, args, {
          cwd: folder,
          env: { PATH: process.env.PATH!, ...options.env },
          stdio: ['ignore', log, log],
          ...(options.asRoot ? {} : { uid: user, gid: group }),
        })
      },
      async stop() {
        child?.kill('SIGTERM')
        await until(`${name} ended`, () => pids().length === 0, 40_000)
      },
      signal: (signal) => signalAll(pids(), signal),
    }
  }

  const machines = [1, 2, 3].map((index): Machine => {
    const name = `db${index}`
    const address = `${network}1${index}`
    const env = Object.fromEntries(
      shipped('etcd.env')
        .split('\n')
        .filter((line) => line && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
        .map(([key, value]) =>
          key === 'ETCD_INITIAL_CLUSTER' ? [key, value] : [key, value!.replace(`${network}11`, address)],
        ),
    )
    env.ETCD_NAME = name
    env.ETCD_DATA_DIR = own(join(folder, `etcd-${name}`))
    const dataDir = own(join(folder, name))
    const sockets = own(join(folder, `sockets-${name}`))
    const config = adapted(shipped('patroni.yml'), [
      ['name: db1', `name: ${name}`],
      [`${network}11:5432`, `${address}:5432`],
      [`${network}11:8008`, `${address}:8008`],
      [`data_dir: ${folder}/shop`, `data_dir: ${dataDir}`],
      [`${folder}/patroni/pgpass`, join(folder, `pgpass-${name}`)],
      [`${folder}/postgresql`, sockets],
      // This machine has no such device: only synchronous replication keeps two leaders apart.
      ['mode: required', 'mode: "off"'],
    ])
    const patroni = part(`patroni-${name}`, CLUSTER_PACKAGES.patroni, [write(`${name}.yml`, config)], {
      dataDir,
    })
    return {
      name,
      parts: [part(`etcd-${name}`, CLUSTER_PACKAGES['etcd-server'], [], { env }), patroni],
      killPostgres: () => signalAll(processesIn(dataDir), 'SIGKILL'),
    }
  })

  const members = async () => {
    for (const index of [1, 2, 3]) {
      const answer = await fetch(`http://${network}1${index}:8008/cluster`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined)
      if (answer?.ok)
        return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members
    }
    return []
  }
  async function leader(): Promise<Machine | undefined> {
    const asked = await Promise.all(
      machines.map((_, index) =>
        fetch(`http://${network}1${index + 1}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    return machines[asked.indexOf(true)]
  }
  async function whole(): Promise<void> {
    let all: Awaited<ReturnType<typeof members>> = []
    await until(
      'there is one leader with two followers',
      async () => {
        all = await members()
        const following = all.filter(({ state }) => state === 'running' || state === 'streaming')
        return (await leader()) && following.length === 3 && all.some(({ role }) => role === 'sync_standby')
      },
      120_000,
    ).catch((error: Error) => {
      const stand = all.map(({ name, role, state }) => `${name} ${role} ${state}`).join(', ')
      const standing = all.filter(({ state }) => state !== 'running' && state !== 'streaming')
      const said = standing.map(({ name }) => `${name}:\n${lastLines(join(folder, `patroni-${name}.log`))}`)
      throw new Error([`${error.message}: ${stand || 'no member answers'}`, ...said].join('\n'))
    })
  }

  for (const { parts } of machines) parts[0]!.start()
  for (const { parts } of machines) parts[1]!.start()
  await whole()
  const direct = `postgres://shop:${PASSWORD}@${network}21:5000/shop`
  const pooled = `postgres://shop:${PASSWORD}@${network}21:6432/shop`
  const leading = machines.indexOf((await leader())!) + 1
  const [limits] = /(?:^ALTER ROLE shop_application SET .*;\n)+/m.exec(shipped('README.md'))!
  const psql = ['-h', `${network}1${leading}`, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-q']
  run('psql', psql, {
    env: { PATH: process.env.PATH!, PGPASSWORD: PASSWORD },
    input: `create role shop login password '${PASSWORD}';
      ${limits.replaceAll('shop_application', 'shop')}
      create database shop owner shop;`,
  })
  write('userlist.txt', `"shop" "${PASSWORD}"\n`)
  const haproxy = part(
    'haproxy',
    CLUSTER_PACKAGES.haproxy,
    ['-db', '-f', write('haproxy.cfg', shipped('haproxy.cfg'))],
    {
      asRoot: true,
    },
  )
  const pgbouncer = part('pgbouncer', CLUSTER_PACKAGES.pgbouncer, [
    write('pgbouncer.ini', shipped('pgbouncer.ini')),
  ])
  for (const balancing of [haproxy, pgbouncer]) balancing.start()
  // Until its first check HAProxy takes every machine for the leader.
  await sleep(2_500)
  return {
    url: `http://${network}20`,
    shops: [`${network}21`, `${network}22`],
    settings: { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct, DATABASE_PREPARED: 'false' },
    parts: [...machines.flatMap(({ parts }) => parts), haproxy, pgbouncer],
    leader,
    whole,
    machines,
  }
}
