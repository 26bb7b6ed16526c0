import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { faultsOf } from './audits.ts'
import { logInDemo } from './desk-stage.ts'
import { reportFerritin } from './laboratory-system.ts'
import { filledFolder, startProcess } from './shop-process.ts'
import {
  addPatient,
  confirmEmail,
  findResult,
  logInAs,
  newCustomer,
  payOrder,
  placeOrder,
  settleIn,
} from './stage.ts'
import { openWithScripts, readMail, type ShopUnderTest } from './visitor.ts'

interface Network {
  shop: ShopUnderTest
  desk: string
}

/** A network in which every result waits for a doctor. */
const test = base.extend<object, { network: Network }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const [port, deskPort] = [String(await freePort()), String(await freePort())]
      const shop = await startProcess('shop', {
        PORT: port,
        DATA_DIR: filledFolder(),
        DESK_URL: `http://127.0.0.1:${deskPort}`,
        RESULT_RELEASE: 'all',
      })
      const desk = await startProcess('desk', { PORT: deskPort, API_ROOT: `${shop.url}/laboratory-api` })
      await use({ shop: { url: shop.url, sandbox: `${shop.url}/sandbox` }, desk: desk.url })
      await Promise.all([desk.stop(), shop.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const noMail = async ({ sandbox }: ShopUnderTest, email: string) => {
  const answer = await fetch(`${sandbox}/mailbox/messages?to=${encodeURIComponent(email)}`)
  const mails = (await answer.json()) as { subject: string }[]
  return mails.filter(({ subject }) => /result/i.test(subject)).length
}
const shows = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible()

test('a result is pending for the patient until a doctor releases it at the desk, which happens once', async ({
  network: { shop, desk },
  browser,
}) => {
  const customer = await newCustomer(shop)
  await confirmEmail(customer)
  const patientId = await addPatient(customer)
  const order = await placeOrder(customer, patientId)
  await payOrder(order)
  await reportFerritin({ customer, order }, { status: 'final', ferritin: 912, isCritical: true })
  const { testResultId } = await findResult(customer, { patientId, orderNumber: order.number })

  const patientContext = await browser.newContext({ baseURL: shop.url })
  await settleIn(patientContext, shop)
  await logInAs(patientContext, customer)
  const patient = await patientContext.newPage()
  const path = `/test-results/${testResultId}/patients/${patientId}`
  await openWithScripts(patient, path)
  await shows(patient, 'Measured. A doctor is reviewing it.')
  // The address in the menu may contain any number.
  const main = patient.getByRole('main')
  await expect(main.getByText('912')).toHaveCount(0)
  expect(await noMail(shop, customer.email)).toBe(0)

  const token = await logInDemo(shop, 'laboratory')
  const doctorContext = await browser.newContext({ baseURL: desk })
  await doctorContext.addCookies([{ name: 'deskSession', value: token, url: desk, httpOnly: true }])
  const doctor = await doctorContext.newPage()
  await openWithScripts(doctor, '/laboratory/critical-values')
  // The critical call does not wait for the release.
  await expect(doctor.getByRole('row').filter({ hasText: order.number })).toBeVisible()
  await doctor.getByRole('link', { name: 'Waiting for release' }).click()
  await shows(doctor, 'Every result reaches the patient once a doctor has released it.')
  expect(await faultsOf(doctor)).toEqual([])
  await doctor.getByRole('row').filter({ hasText: order.number }).getByRole('link').click()
  await shows(doctor, 'No one has been told of the critical value yet.')
  await expect(doctor.getByText('912.0 ng/mL')).toBeVisible()
  expect(await faultsOf(doctor)).toEqual([])
  const address = doctor.url()
  // A colleague has the result open too, and the laboratory corrects it in the meantime.
  const colleague = await doctorContext.newPage()
  await openWithScripts(colleague, address)
  const list = await doctorContext.newPage()
  await openWithScripts(list, '/laboratory/held')
  await expect(list.getByRole('row').filter({ hasText: order.number })).toBeVisible()
  await reportFerritin({ customer, order }, { status: 'corrected', ferritin: 907, isCritical: true })
  const button = (page: Page) => page.getByRole('button', { name: 'Release the result' })
  await button(doctor).click()
  await expect(doctor.getByRole('alert')).toContainText(
    'The laboratory has sent another report in the meantime.',
  )
  await expect(doctor.getByText('907.0 ng/mL')).toBeVisible()
  await button(doctor).click()
  await expect(doctor.getByRole('status').filter({ hasText: 'Released.' })).toBeVisible()
  await button(colleague).click()
  await expect(colleague.getByRole('status').filter({ hasText: 'Released.' })).toBeVisible()
  await expect(button(colleague)).toHaveCount(0)
  await list.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await shows(list, 'No result is waiting.')

  const mail = await readMail(shop, customer.email, /result is ready/)
  expect(mail.text).toContain(order.number)
  await openWithScripts(patient, path)
  await patient.getByRole('link', { name: 'Ferritin' }).first().click()
  await expect(main.getByText('907').first()).toBeVisible()
  await openWithScripts(patient, '/settings/data-views')
  await shows(patient, 'Result checked and released: ')
  await Promise.all([patientContext.close(), doctorContext.close()])
})
