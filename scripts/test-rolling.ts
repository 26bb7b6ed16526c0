// npm run test:rolling: two processes of the shop behind Debian's HAProxy, configured by deploy/ha/haproxy.cfg,
// are replaced one after the other while people read and order: no request is lost, none is answered with
// 5xx.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { LOAD_SETTINGS, startOrderLoad, verify } from './operations/order-load.ts'
import {
  adapted,
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

const ROUNDS = 3
const folder = mkdtempSync(join(tmpdir(), 'rolling-'))
const shop = join(root, 'apps/storefront/build/server/server.js')

/** The balancer's part of the shipped configuration, with addresses on this machine. */
function balancerConfig(ports: { balancer: number; shops: number[] }): string {
  const shipped = readFileSync(join(root, 'deploy/ha/haproxy.cfg'), 'utf8')
  const [forShop] = shipped.split('# Patroni answers')
  return adapted(forShop!, [
    ['10.0.0.20:80', `127.0.0.1:${ports.balancer}`],
    ['10.0.0.21:3000', `127.0.0.1:${ports.shops[0]}`],
    ['10.0.0.22:3000', `127.0.0.1:${ports.shops[1]}`],
  ])
}

await main(
  8,
  async () => {
    if (!haveDebian({ haproxy: '/usr/sbin/haproxy' })) return 'no HAProxy'
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    const [balancer, ...shops] = [await freePort(), await freePort(), await freePort()]
    const url = `http://127.0.0.1:${balancer}`
    const env = (port: number) => ({
      PATH: process.env.PATH!,
      ...LOAD_SETTINGS,
      DATABASE_URL: postgres.url('shop'),
      MIGRATE_AT_START: 'false',
      // One process of two, on a machine with other work, refuses pages by design; this test is about the restart.
      REQUESTS_AT_ONCE: 'all',
      PUBLIC_URL: url,
      PORT: String(port),
    })
    run(node, [shop, 'migrate'], { env: env(shops[0]!) })
    const isReady = (at: string) => fetch(`${at}/readyz`).then(({ ok }) => ok)
    const startShop = async (port: number) => {
      const child = start(node, [shop], { env: env(port) })
      await until('a shop is ready', () => isReady(`http://127.0.0.1:${port}`))
      return child
    }
    let processes = await Promise.all(shops.map(startShop))
    const config = join(folder, 'haproxy.cfg')
    writeFileSync(config, balancerConfig({ balancer: balancer!, shops }))
    start('/usr/sbin/haproxy', ['-db', '-f', config])
    await until('the balancer answers', () => isReady(url))

    const load = await startOrderLoad(url, 4)
    let isOver = false
    const answers = new Map<string, number>()
    const assets = [...(await (await fetch(url)).text()).matchAll(/\/assets\/[\w.-]+\.(?:js|css)(?=")/g)].map(
      ([path]) => path,
    )
    const PATHS = ['/', '/laboratory-api/labService/search?searchNameTerm=ferritin', assets[0]!]
    const reading = PATHS.map(async (path) => {
      while (!isOver) {
        const answer = await fetch(`${url}${path}`).then(
          async (response) => {
            await response.arrayBuffer()
            return String(response.status)
          },
          ({ name, cause }: Error) => `${name} ${(cause as NodeJS.ErrnoException | undefined)?.code ?? ''}`,
        )
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        await sleep(10)
      }
    })
    await sleep(3_000)
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, port] of shops.entries()) {
        const before = Date.now()
        assert(
          (await stop(processes[index]!)) === 0,
          `process ${index + 1} drained in ${Date.now() - before} ms`,
        )
        processes = processes.with(index, await startShop(port))
        // Until the balancer counts it as up again.
        await sleep(1_500)
      }
    }
    isOver = true
    await Promise.all(reading)
    await load.stop()
    say(`answers: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`)
    assert([...answers.keys()].join() === '200', 'every page, call and file was answered with 200')
    assert(load.refused() === 0, `every order was acknowledged at the first attempt: ${load.failures()}`)
    say(`the longest time between two orders: ${load.gap()} ms`)
    await verify(load, postgres.url('shop'))
    await Promise.all(processes.map(stop))
    await postgres.stop()
  },
  () => rmSync(folder, { recursive: true, force: true }),
)
