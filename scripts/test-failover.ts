// npm run test:failover: three machines of PostgreSQL under Patroni and etcd, and two processes of the shop, set up
// as in deploy/ha, on loopback. While people order and pay, the leader is killed and frozen, etcd is cut off, and each
// part is restarted. Every acknowledged order exists once, places equal orders, each mail and refund is sent once,
// and no one waits longer than 20 s.
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestMailServer } from '@shop/laboratory-api/testing/test-mail-server'
import { CLUSTER_PACKAGES, endProcessesUnder, startCluster } from './operations/cluster.ts'
import { LOAD_SETTINGS, startOrderLoad, verify } from './operations/order-load.ts'
import { giveBack } from './operations/refund-orders.ts'
import {
  assert,
  haveDebian,
  main,
  node,
  root,
  run,
  say,
  sleep,
  start,
  stop,
  until,
} from './operations/tools.ts'

const LONGEST_GAP_MS = 20_000
const FROZEN_MS = 40_000
const CUT_MS = 30_000
/** Enough for refunds to go on while the leader fails. */
const REFUNDS = 12
const folder = mkdtempSync(join(tmpdir(), 'failover-'))
const log = join(folder, 'shops.log')
const shop = join(root, 'apps/storefront/build/server/server.js')

await main(
  20,
  async () => {
    if (!haveDebian(CLUSTER_PACKAGES)) return 'no Patroni, etcd, HAProxy, PgBouncer or PostgreSQL'
    const cluster = await startCluster(folder)
    say('the cluster is complete')
    const mailServer = await startTestMailServer()
    const env = (host: string) => ({
      PATH: process.env.PATH!,
      ...LOAD_SETTINGS,
      ...cluster.settings,
      SMTP_URL: mailServer.url,
      LOG_LEVEL: 'info',
      MIGRATE_AT_START: 'false',
      PUBLIC_URL: cluster.url,
      HOST: host,
      PORT: '3000',
      DATA_DIR: join(folder, host),
    })
    say(
      run(node, [shop, 'migrate'], { env: env(cluster.shops[0]) })
        .trim()
        .split('\n')
        .at(-1)!,
    )
    const isReady = (url: string) => fetch(`${url}/readyz`).then(({ ok }) => ok)
    const startShop = async (host: string) => {
      const child = start(node, [shop], { env: env(host), stdio: ['ignore', openSync(log, 'a'), 'inherit'] })
      await until('a shop is ready', () => isReady(`http://${host}:3000`))
      return child
    }
    const processes = await Promise.all(cluster.shops.map(startShop))
    await until('the balancer answers', () => isReady(cluster.url))
    const load = await startOrderLoad(cluster.url, 4, 'buyer', mailServer.mails)
    let longestGap = 0
    /**
     * Does harm while people order, waits until orders succeed again and the cluster is complete, and reports how long
     * that took.
     */
    async function harm(what: string, work: () => Promise<void>): Promise<void> {
      load.gap()
      const before = load.acknowledged.length
      await work()
      const then = load.acknowledged.length
      await until('orders are accepted again', () => load.acknowledged.length > then + 4, 60_000)
      await cluster.whole()
      const gap = load.gap()
      longestGap = Math.max(longestGap, gap)
      say(`${what}: ${load.acknowledged.length - before} orders, longest gap ${gap} ms`)
    }
    const leading = async () => {
      const machine = await cluster.leader()
      if (!machine) throw new Error('there is no leader')
      return machine
    }

    await harm('nothing, for comparison', () => sleep(5_000))
    const numbers = load.paid.slice(0, REFUNDS).map(({ number }) => number)
    const refunds = giveBack(numbers, env(cluster.shops[0]))
    await harm("the leader's PostgreSQL killed", async () => (await leading()).killPostgres())
    await harm("the leader's machine killed, and started after 30 s", async () => {
      const { parts } = await leading()
      for (const part of parts) part.signal('SIGKILL')
      await sleep(30_000)
      for (const part of parts) part.start()
    })
    await harm(`the leader's machine frozen for ${FROZEN_MS / 1000} s, and thawed`, async () => {
      const { name, parts } = await leading()
      for (const part of parts) part.signal('SIGSTOP')
      await sleep(FROZEN_MS)
      for (const part of parts) part.signal('SIGCONT')
      await sleep(5_000)
      assert((await leading()).name !== name, `the leader is no longer ${name}`)
    })
    say(`${refunds.done()} payments are refunded`)
    await harm(`etcd cut for ${CUT_MS / 1000} s`, async () => {
      const etcd = cluster.parts.filter(({ name }) => name.startsWith('etcd'))
      for (const part of etcd) part.signal('SIGSTOP')
      await sleep(CUT_MS)
      for (const part of etcd) part.signal('SIGCONT')
    })
    for (const part of cluster.parts) {
      await harm(`${part.name} restarted`, async () => {
        await part.stop()
        part.start()
        await sleep(2_000)
      })
    }
    for (const [index, host] of cluster.shops.entries()) {
      await harm(`process ${index + 1} of the shop restarted`, async () => {
        await stop(processes[index]!)
        processes[index] = await startShop(host)
      })
    }

    await load.stop()
    say(`asked again: ${load.failures()}`)
    const logged = () => readFileSync(log, 'utf8').split('\n')
    const failed = logged().filter((line) => line.includes('"request failed"'))
    assert(failed.length === 0, `no customer gets a server error ${failed.join('\n')}`)
    assert(longestGap < LONGEST_GAP_MS, `no customer waited longer than ${longestGap} ms`)
    await refunds.verify()
    await verify(load, cluster.settings.DATABASE_DIRECT_URL!).catch((error) => {
      const jobs = mailServer.mails.map(({ messageId = '' }) => messageId.replace(/^<|@.*$/g, ''))
      const twice = jobs.filter((job, index) => jobs.indexOf(job) < index)
      say(
        logged()
          .filter((line) => twice.some((job) => line.includes(job)))
          .join('\n'),
      )
      throw error
    })
    await Promise.all(processes.map(stop))
  },
  () => {
    endProcessesUnder(folder)
    rmSync(folder, { recursive: true, force: true })
  },
)
