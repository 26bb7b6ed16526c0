import { test as base } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { filledFolder, startProcess } from './shop-process.ts'
import { addPatient, apiRoot, type Customer, chooseCall, fillCart, newCustomer } from './stage.ts'
import { type ShopUnderTest, shopApart } from './visitor.ts'

/** A storefront that reaches the main API through a proxy with faults. */
export interface FaultyShop {
  shop: ShopUnderTest
  api: FaultProxy
  /** The storefront's log messages, from warnings upwards. */
  logged: string[]
}

interface WorkerFixtures {
  workerShop: FaultyShop
  /** About to order ferritin for Anna with a home visit; for tests that do not change the account or the order. */
  known: Customer
}

/** One faulty shop per worker; each test starts without faults. */
export const test = base.extend<{ faulty: FaultyShop }, WorkerFixtures>({
  workerShop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { sandbox } = shopApart()
      const api = await startFaultProxy(apiRoot(shopApart()))
      const logged: string[] = []
      const storefront = await startProcess(
        'shop',
        {
          PORT: String(await freePort()),
          DATA_DIR: filledFolder(),
          API_ROOT: api.root,
          PAYMENT_PAGE_HOSTS: new URL(sandbox).host,
        },
        (line) => logged.push(messageOf(line)),
      )
      await use({ shop: { url: storefront.url, sandbox }, api, logged })
      await storefront.stop()
      await api.close()
    },
    { scope: 'worker' },
  ],
  known: [
    async ({ workerShop }, use) => {
      const customer = await newCustomer(workerShop.shop)
      await fillCart(customer, { patientIds: [await addPatient(customer)] })
      await chooseCall(customer)
      await use(customer)
    },
    { scope: 'worker' },
  ],
  faulty: async ({ workerShop }, use) => {
    workerShop.api.reset()
    workerShop.logged.length = 0
    await use(workerShop)
    workerShop.api.reset()
  },
})

function messageOf(line: string): string {
  if (!line.startsWith('{')) return line
  return String((JSON.parse(line) as { msg?: string }).msg)
}
