import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { SANDBOX_PAYMENT } from '@shop/sandbox/sandbox-payment'
import { filledFolder, startProcess } from './shop-process.ts'
import { addPatient, confirmEmail, newCustomer, placeOrder } from './stage.ts'

/** A payment provider that keeps its callers waiting until `release`. */
async function startSlowProvider() {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = createServer(async (request, response) => {
    asked.resolve()
    await released.promise
    const checkout = { token: 'token-of-the-checkout', redirect_url: `http://${request.headers.host}/pay` }
    response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify({ checkout }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, asked: asked.promise, release: released.resolve, close: () => server.close() }
}

test('a shop asked to end says so first, loses no request, and lets an order wait for its provider', async () => {
  test.slow()
  const provider = await startSlowProvider()
  const shop = await startProcess('shop', {
    PORT: String(await freePort()),
    DATA_DIR: filledFolder(),
    PAYMENT_API_URL: provider.url,
    PAYMENT_PAGE_HOSTS: '127.0.0.1',
    BEPAID_SHOP_ID: '1',
    BEPAID_SECRET_KEY: 'secret',
    BEPAID_PUBLIC_KEY: SANDBOX_PAYMENT.publicKey,
    DRAIN_NOTICE_MS: '3000',
  })
  const customer = await newCustomer({ url: shop.url, sandbox: `${shop.url}/sandbox` })
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const ordered = placeOrder(customer, patientId)
  await provider.asked
  const Cookie = `authToken=${encodeURIComponent(`Bearer ${customer.token}`)}`
  const stream = await fetch(`${shop.url}/live`, { headers: { Cookie, Accept: 'text/event-stream' } })
  expect(stream.status).toBe(200)

  // As behind a balancer: clients keep asking until the shop reports that it is not ready.
  const answers: (number | string)[] = []
  let isReady = true
  const readers = Array.from({ length: 8 }, async (_, index) => {
    const path = index % 2 === 0 ? '/' : '/laboratory-api/labService/search?searchNameTerm=ferritin'
    while (isReady) {
      const answer = await fetch(`${shop.url}${path}`).catch((error: Error) => error.name)
      answers.push(typeof answer === 'string' ? answer : answer.status)
      if (typeof answer !== 'string') await answer.arrayBuffer()
    }
  })
  const balancer = async () => {
    const answer = await fetch(`${shop.url}/readyz`)
    if (!answer.ok) expect(await answer.json()).toMatchObject({ status: 503, missing: ['process'] })
    return answer.status
  }
  await expect.poll(() => answers.length).toBeGreaterThan(20)
  const ended = new Promise((resolve) => shop.process.once('exit', resolve))
  shop.process.kill('SIGTERM')
  await expect.poll(balancer, { intervals: [20] }).toBe(503)
  expect((await fetch(`${shop.url}/healthz`)).headers.get('Connection')).toBe('close')
  isReady = false
  await Promise.all(readers)
  expect(answers.filter((answer) => answer !== 200)).toEqual([])

  // No new connection is accepted, and what is in progress goes on.
  await expect
    .poll(() =>
      fetch(`${shop.url}/healthz`).then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed')
  // A stream would keep the process running until the end; the browser reopens it at another process.
  expect(await stream.text()).toContain('retry:')
  provider.release()
  expect((await ordered).redirectUrl).toBe(`${provider.url}/pay`)
  expect(await ended).toBe(0)
  provider.close()
})
