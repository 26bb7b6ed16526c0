import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import {
  addPatient,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  chooseCall,
  confirmEmail,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  newCustomer,
  placeOrder,
  settleIn,
} from './stage.ts'
import { type ShopUnderTest, shopApart, shopTogether } from './visitor.ts'

const root = join(import.meta.dirname, '..')
/** An analysis that no other test orders: its price changes here. */
const DEARER = '1255'

/** A confirmed account with a patient, logged in in this browser. */
async function buyer(context: BrowserContext, shop: ShopUnderTest) {
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  await settleIn(context, shop)
  await logInAs(context, customer)
  return { ...customer, patientId }
}

function ordersOf({ shop, token }: Customer) {
  return call<{ id: string; state: string }[]>(`${apiRoot(shop)}/orders`, { token })
}

const submit = (page: Page) => page.getByRole('button', { name: 'Order and pay' }).first()
const onPaymentPage = (page: Page) => page.getByRole('heading', { name: 'Payment', exact: true })

test('a declined payment is reported and can be repeated', async ({ page, context }) => {
  const customer = await buyer(context, shopTogether())
  const order = await placeOrder(customer, customer.patientId)
  await page.goto(order.redirectUrl)
  await page.getByRole('button', { name: /^Decline/ }).click()
  await expect(page.getByText('The payment did not go through. Nothing was charged.')).toBeVisible()
  await page.getByRole('button', { name: 'Pay again' }).click()
  await expect(onPaymentPage(page)).toBeVisible()
  expect(page.url()).not.toBe(order.redirectUrl)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('heading', { name: /^Paid/ })).toBeVisible()
})

test('a customer who leaves the payment page by “back” can pay later on the same page', {
  tag: '@slow',
}, async ({ page, context }) => {
  const customer = await buyer(context, shopTogether())
  const order = await placeOrder(customer, customer.patientId)
  await page.goto(`${customer.shop.url}/orders/${order.id}`)
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(onPaymentPage(page)).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'One step left: payment' })).toBeVisible()
  await expect(page.getByText(/^Your time is held until/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay now' }).click()
  await expect(page).toHaveURL(order.redirectUrl)
  await page.getByRole('button', { name: /^Close/ }).click()
  await expect(page).toHaveURL(/\/order\/order-submitted\?orderId=/)
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible()
})

test('a cancelled order frees its time and can be ordered again', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const customer = await buyer(context, shopTogether())
  const { shop, token } = customer
  const { id } = await placeOrder(customer, customer.patientId)
  const { visit } = await call<{ visit: { start: string } }>(`${apiRoot(shop)}/orders/${id}`, { token })
  const freePlaces = async () => {
    const day = `from=${visit.start.slice(0, 10)}&days=1`
    const slots = await call<{ start: string; free: number }[]>(
      `${apiRoot(shop)}/visit-slots?laboratoryId=${BRANCH}&${day}`,
    )
    return slots.find(({ start }) => start === visit.start)!.free
  }
  const before = await freePlaces()
  await page.goto(`${shop.url}/orders/${id}`)
  await page.getByRole('link', { name: 'Cancel the order' }).click()
  await page.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(page.getByText('This order has been cancelled. There is nothing to pay.')).toBeVisible()
  expect(await freePlaces()).toBe(before + 1)
  await page.getByRole('button', { name: 'Order again' }).click()
  await expect(page).toHaveURL(/\/order\/cart/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Ferritin' })).toBeVisible()
})

test('two tabs that send the same cart at the same time make one order', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const customer = await buyer(context, shopApart())
  await fillCart(customer, { patientIds: [customer.patientId] })
  await chooseCall(customer)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto(`${customer.shop.url}/order/data-confirmed`)
  await Promise.all([submit(page).click(), submit(other).click()])
  for (const tab of [page, other]) await expect(onPaymentPage(tab)).toBeVisible()
  expect(other.url()).toBe(page.url())
  expect(await ordersOf(customer)).toHaveLength(1)
})

/** Imports the catalogue with one price changed, as on a running shop, and waits until the shop has it. */
async function changePrice(shop: ShopUnderTest, code: string, price: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-prices-'))
  await cp(join(root, 'catalogue'), folder, { recursive: true })
  const file = join(folder, 'analyses.json')
  const analyses = JSON.parse(await readFile(file, 'utf8')) as { code: string; prices: { BYN: number } }[]
  analyses.find((analysis) => analysis.code === code)!.prices.BYN = price
  await writeFile(file, JSON.stringify(analyses))
  await promisify(execFile)(
    join(root, 'node_modules/.bin/node'),
    [join(root, 'apps/laboratory-api/command.ts'), 'catalogue:import', folder],
    { env: { PATH: process.env.PATH, DATABASE_URL: process.env.LABORATORY_DATABASE } },
  )
  await rm(folder, { recursive: true })
  const search = `${apiRoot(shop)}/labService/search?searchNameTerm=${code}&laboratoryId=${HOME_LABORATORY}`
  const priceNow = async () =>
    (await call<{ code: string; prices: { price: number }[] }[]>(search)).find((one) => one.code === code)
      ?.prices[0]?.price
  await expect.poll(priceNow).toBe(price)
}

test(
  'a price change before the order is sent is shown with the difference and must be accepted',
  { tag: '@slow' },
  async ({ page, context }, { retry }) => {
    const customer = await buyer(context, shopApart())
    await fillCart(customer, { patientIds: [customer.patientId], code: DEARER })
    await chooseCall(customer)
    await page.goto(`${customer.shop.url}/order/data-confirmed`)
    await expect(page.getByText('Prices checked just now.')).toBeVisible()
    // A second try would find the price of the first.
    const price = 99.9 + retry * 20
    await changePrice(customer.shop, DEARER, price)
    await submit(page).click()
    await expect(page.getByText('1 price has changed since you filled your cart')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(price.toFixed(2))
    expect(await ordersOf(customer)).toEqual([])
    await submit(page).click()
    await expect(page.getByText('Accept the new prices to order').first()).toBeVisible()
    const accept = page.getByRole('checkbox', { name: 'I accept the new prices' })
    await accept.check()
    await changePrice(customer.shop, DEARER, price + 10)
    await submit(page).click()
    await expect(page.getByRole('main')).toContainText((price + 10).toFixed(2))
    await expect(accept).not.toBeChecked()
    await accept.check()
    await submit(page).click()
    await expect(onPaymentPage(page)).toBeVisible()
    expect(await ordersOf(customer)).toHaveLength(1)
  },
)
