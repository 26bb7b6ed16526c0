import { freePort } from '@shop/database/testing/free-port'
import { startPostgres } from '@shop/database/testing/postgres-server'
import { logInDemo } from './desk-stage.ts'
import { filledFolder, fillFolder, startProcess } from './shop-process.ts'
import { shopTogether } from './visitor.ts'

/** The tests' customers come from separate networks: one network may register a hundred accounts per hour. */
const TRUSTED_PROXIES = '1'

/**
 * Starts the shop for all browser tests in both ways in which it is run: everything in one process on the embedded
 * database, and the storefront (two processes) and the main API separately, each on its own PostgreSQL database.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const togetherPort = String(await freePort())
  const deskPort = String(await freePort())
  const [shopPort, apiPort] = [String(await freePort()), String(await freePort())]
  async function startTogether() {
    const clearFolders = await fillFolder()
    const together = await startProcess('shop', {
      PORT: togetherPort,
      DATA_DIR: filledFolder(),
      DESK_URL: `http://127.0.0.1:${deskPort}`,
      // Less than an order: refunding one needs a second person.
      REFUND_LIMITS: 'BYN 5',
      TRUSTED_PROXIES,
    })
    const desk = await startProcess('desk', {
      PORT: deskPort,
      API_ROOT: `${together.url}/laboratory-api`,
      TRUSTED_PROXIES,
    })
    return { clearFolders, together, desk }
  }
  async function startApart() {
    const postgres = await startPostgres()
    await postgres.createDatabase('shop')
    await postgres.createDatabase('laboratory')
    const api = await startProcess('laboratory-api', {
      PORT: apiPort,
      DATABASE_URL: postgres.url('laboratory'),
      PUBLIC_URL: `http://127.0.0.1:${shopPort}`,
      TRUSTED_PROXIES,
    })
    const apart = await startProcess('shop', {
      PORT: shopPort,
      DATABASE_URL: postgres.url('shop'),
      API_ROOT: `${api.url}/laboratory-api`,
      WORKERS: '2',
    })
    return { postgres, api, apart }
  }
  const [{ clearFolders, together, desk }, { postgres, api, apart }] = await Promise.all([
    startTogether(),
    startApart(),
  ])
  process.env.LABORATORY_DATABASE = postgres.url('laboratory')
  process.env.DESK = desk.url
  process.env.SHOP_TOGETHER = together.url
  process.env.SHOP_APART = apart.url
  process.env.SANDBOX_TOGETHER = `${together.url}/sandbox`
  process.env.SANDBOX_APART = `${api.url}/sandbox`
  process.env.DESK_ADMINISTRATOR = await logInDemo(shopTogether(), 'administrator')
  return async () => {
    await Promise.all([desk.stop(), together.stop(), apart.stop(), api.stop()])
    await postgres.stop()
    clearFolders()
  }
}
