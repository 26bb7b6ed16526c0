import { type BrowserContext, expect, test } from '@playwright/test'
import {
  addPatient,
  analysisId,
  apiRoot,
  BRANCH,
  type Customer,
  call,
  chooseCall,
  confirmEmail,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  mailedCode,
  newCustomer,
  settleIn,
} from './stage.ts'
import {
  answerRead,
  chooseTime,
  fillCallDetails,
  openWithScripts,
  shopTogether,
  waitForScripts,
} from './visitor.ts'

const PSA = '2101'
const BLOOD_COUNT = '1001'
const ONLY_IN_PREGNANCY = '2029'

/** A customer about to order ferritin for Anna. */
async function readyCustomer(
  context: BrowserContext,
  { laboratoryId = HOME_LABORATORY, isConfirmed = false } = {},
): Promise<Customer & { patientId: string }> {
  const customer = await newCustomer(shopTogether())
  const patientId = await addPatient(customer)
  if (isConfirmed) await confirmEmail(customer)
  await fillCart(customer, { patientIds: [patientId], laboratoryId })
  await settleIn(context, customer.shop, laboratoryId)
  await logInAs(context, customer)
  return { ...customer, patientId }
}

test('an analysis added for two patients is in the cart of each, and a message confirms it', {
  tag: [
    '@SPEC-2-FLOW-ADDED-MESSAGE',
    '@SPEC-2-FLOW-ADDED-NAVIGATES',
    '@SPEC-1-CART-PER-PATIENT',
    '@SPEC-1-FOR-SEVERAL-PATIENTS',
  ],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context)
  await addPatient(customer, { firstName: 'Eva' })
  const id = await analysisId(customer.shop, BLOOD_COUNT)
  await page.goto(`${customer.shop.url}/add-to-cart/analysis/${id}`)
  await page.getByRole('checkbox', { name: /Anna Kovaleva/ }).check()
  await page.getByRole('checkbox', { name: /Eva Kovaleva/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page).toHaveURL(/\/order\/cart/)
  await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
  const anna = page.getByRole('region', { name: 'Anna Kovaleva' })
  const eva = page.getByRole('region', { name: 'Eva Kovaleva' })
  await expect(anna.getByRole('link', { name: 'Ferritin' })).toBeVisible()
  await expect(anna.getByRole('link', { name: /^Complete blood count/ })).toBeVisible()
  await expect(eva.getByRole('link', { name: /^Complete blood count/ })).toBeVisible()
  await expect(eva.getByRole('link', { name: 'Ferritin' })).toHaveCount(0)
})

test('what is usually done first for a reason is added for two patients with one choice; Back leads to the search', async ({
  page,
  context,
}) => {
  const customer = await readyCustomer(context)
  await addPatient(customer, { firstName: 'Eva' })
  const search = `${customer.shop.url}/search?searchNameTerm=always+tired`
  await page.goto(search)
  const card = page.getByRole('region', { name: 'Tired all the time' })
  const button = card.getByRole('link', { name: 'Choose patients' })
  await button.click()
  await expect(page.getByRole('heading', { name: 'Who is it for?' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: '5 tests' })).toContainText(
    'Thyroid-stimulating hormone',
  )
  await page.getByRole('banner').getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(search)
  await button.click()
  await page.getByRole('checkbox', { name: /Anna Kovaleva/ }).check()
  await page.getByRole('checkbox', { name: /Eva Kovaleva/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page).toHaveURL(/\/order\/cart/)
  for (const name of ['Anna Kovaleva', 'Eva Kovaleva']) {
    const patient = page.getByRole('region', { name })
    for (const test of ['Ferritin', 'Thyroid-stimulating hormone', 'Vitamin B12']) {
      await expect(patient.getByRole('link', { name: test, exact: true })).toHaveCount(1)
    }
  }
})

test('a rule that turns out to exclude a patient is shown in a dialog that lists the patients', {
  tag: ['@SPEC-4-CART-RESTRICTIONS-MODAL', '@SPEC-3-ORDER-RULES'],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context)
  const { shop, token } = customer
  const viktor = { firstName: 'Viktor', lastName: 'Kovalev', gender: 'M', dateOfBirth: '1965-03-14' } as const
  const patientId = await addPatient(customer, viktor)
  await page.goto(`${shop.url}/add-to-cart/analysis/${await analysisId(shop, PSA)}`)
  await page.getByRole('checkbox', { name: /Viktor Kovalev/ }).check()
  // Corrected in another tab in the meantime.
  await call(`${apiRoot(shop)}/patient/${patientId}`, {
    method: 'PUT',
    token,
    body: { personalDetails: { ...viktor, gender: 'F' } },
  })
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nothing was added' })
  const viktorsLine = dialog.getByRole('listitem').filter({ hasText: 'Viktor Kovalev' })
  await expect(viktorsLine).toBeVisible()
  // After a visit to another tab the answer is still shown.
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('focus'))
    await fetch('/healthz')
  })
  await expect(viktorsLine).toBeVisible()
  await dialog.getByRole('link', { name: 'Choose other patients' }).click()
  await page.goto(`${shop.url}/order/cart`)
  await expect(page.getByRole('region', { name: 'Viktor Kovalev' })).toHaveCount(0)
})

test('the dialog about a rule opens again when the same test is refused again', { tag: '@slow' }, async ({
  page,
  context,
}) => {
  const { shop } = await readyCustomer(context)
  await openWithScripts(page, `${shop.url}/add-to-cart/analysis/${await analysisId(shop, ONLY_IN_PREGNANCY)}`)
  const add = page.getByRole('button', { name: 'Add to cart' }).first()
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Nothing was added' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await add.click()
  await expect(dialog).toBeVisible()
})

test('the answer to a form sent before the scripts loaded stays when the tab is focused again', async ({
  page,
  context,
}) => {
  const { shop } = await readyCustomer(context)
  await page.goto(`${shop.url}/add-to-cart/analysis/${await analysisId(shop, '2034')}`)
  const anna = page.getByRole('checkbox', { name: /Anna Kovaleva/ })
  await anna.check()
  // As the browser itself submits it, without scripts.
  await page.locator('#add-to-cart').evaluate((form: HTMLFormElement) => {
    const intent = document.createElement('input')
    Object.assign(intent, { type: 'hidden', name: 'intent', value: 'add' })
    form.append(intent)
    form.submit()
  })
  const question = page.getByText('Choose an option for the container')
  await expect(question).toBeVisible()
  await waitForScripts(page)
  let isAskedAgain = false
  page.on('request', (request) => {
    isAskedAgain ||= /\/add-to-cart\/.*\.data$/.test(new URL(request.url()).pathname)
  })
  await page.evaluate(async () => {
    window.dispatchEvent(new Event('focus'))
    await fetch('/healthz')
  })
  expect(isAskedAgain).toBe(false)
  await expect(question).toBeVisible()
})

test('an optional material is decided on before it is added, with its price', {
  tag: ['@SPEC-4-CART-DECISION-STORED', '@SPEC-3-ORDER-DECISIONS'],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context, { laboratoryId: BRANCH })
  const id = await analysisId(customer.shop, '2034')
  await page.goto(`${customer.shop.url}/add-to-cart/analysis/${id}`)
  await page.getByRole('checkbox', { name: /Anna Kovaleva/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Choose an option for the container')).toBeVisible()
  await page.getByRole('radio', { name: /I have my own/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Analysis has been added to the cart')).toBeVisible()
  await expect(page.getByText('Have your own container ready')).toBeVisible()
})

test('an analysis of one patient or of all, a patient, or everything is removed from the cart, and restored by undo', {
  tag: [
    '@SPEC-4-CART-REMOVE-PATIENT-ANALYSIS',
    '@SPEC-4-CART-REMOVE-ANALYSIS',
    '@SPEC-4-CART-REMOVE-PATIENT',
    '@SPEC-4-CART-RESET',
  ],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context)
  const eva = await addPatient(customer, { firstName: 'Eva' })
  await fillCart(customer, { patientIds: [customer.patientId, eva] })
  await fillCart(customer, { patientIds: [customer.patientId, eva], code: BLOOD_COUNT })
  await page.goto(`${customer.shop.url}/order/cart`)
  const lines = page.getByRole('main').getByRole('link', { name: /^(Ferritin|Complete blood count.*)$/ })
  await expect(lines).toHaveCount(4)
  const loads: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && pathname === '/order/cart.data')
      loads.push(searchParams.get('notice') ?? '')
  })
  await page.getByRole('button', { name: 'Remove Ferritin for Eva Kovaleva' }).click()
  await expect(lines).toHaveCount(3)
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeInViewport()
  await expect(undo).toBeFocused()
  // The notice leaves the address without another load, and stays while the page loads its data again by itself.
  await expect(page).toHaveURL(`${customer.shop.url}/order/cart`)
  const again = answerRead(page, /\/order\/cart\.data/)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await again
  await expect(undo).toBeFocused()
  expect(loads).toEqual(['removed', ''])
  await undo.click()
  await expect(lines).toHaveCount(4)
  await page.getByRole('button', { name: /^Remove for everyone ?: Ferritin/ }).click()
  await expect(lines).toHaveCount(2)
  await page.getByRole('button', { name: /^Remove .*: Eva Kovaleva$/ }).click()
  await expect(lines).toHaveCount(1)
  await page.getByRole('link', { name: 'Empty the cart' }).click()
  await page.getByRole('button', { name: 'Yes, empty it' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, empty' })).toBeVisible()
})

test('for a home visit the laboratory leads to the details, these to the e-mail, and its code to the review', {
  tag: [
    '@SPEC-2-FLOW-LAB-CALLABLE',
    '@SPEC-2-FLOW-VISIT-UNCONFIRMED',
    '@SPEC-1-VISIT-OR-CALL',
    '@SPEC-4-EMAIL-CODE-ORDER',
    '@SPEC-4-EMAIL-CODE-REFRESHES',
  ],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context, { laboratoryId: BRANCH })
  await page.goto(`${customer.shop.url}/order/date-or-call`)
  await page.getByRole('button', { name: /A nurse comes to you/ }).click()
  const options = page.getByRole('combobox', { name: 'Laboratory' }).locator('optgroup')
  await expect(options).toHaveCount(1)
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(HOME_LABORATORY))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`${customer.shop.url}/order/call-details`)
  await fillCallDetails(page)
  await expect(page).toHaveURL(/\/order\/confirm-email/)
  // The sixth digit submits the code.
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(customer))
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
  await expect(page.getByRole('main')).toContainText('56.80')
})

test('for a date the laboratory leads to the time, and a confirmed e-mail to the review', {
  tag: [
    '@SPEC-2-FLOW-LAB-BRANCH',
    '@SPEC-2-FLOW-VISIT-CONFIRMED',
    '@SPEC-1-VISIT-OR-CALL',
    '@SPEC-4-LAB-STORED',
  ],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context, { isConfirmed: true })
  await page.goto(`${customer.shop.url}/order/date-or-call`)
  await page.getByRole('button', { name: /You come to a branch/ }).click()
  await page.getByRole('combobox', { name: 'Laboratory' }).selectOption(String(BRANCH))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL(`${customer.shop.url}/order/nurse-checkout-time`)
  await chooseTime(page)
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
  await expect(page.getByRole('main')).toContainText('23.80')
})

test('an address confirmed in the meantime leads straight on when a code is requested', {
  tag: ['@SPEC-4-EMAIL-CONFIRMED-IN-ORDER', '@SPEC-4-EMAIL-REFRESHED-FIRST'],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context)
  await chooseCall(customer)
  await page.goto(`${customer.shop.url}/order/confirm-email`)
  await confirmEmail(customer)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
})

test('regions are part of the served page; after a client navigation they appear after 500 ms, without a request', {
  tag: ['@SPEC-7-REGIONS-DELAY', '@SPEC-9-REGIONS-DELAY', '@SPEC-7-REGIONS-STATIC', '@SPEC-3-ORDER-REGIONS'],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context)
  const url = `${customer.shop.url}/order/call-details`
  const served = await (await context.request.get(url)).text()
  const list = /<datalist.*?<\/datalist>/s.exec(served)?.[0] ?? ''
  expect(list.match(/<option/g)).toHaveLength(125)
  await page.addInitScript(() => {
    const seen = window as unknown as { waitFrom?: number; waitTo?: number }
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('Loading places')) {
        seen.waitFrom ??= performance.now()
      }
      if (document.querySelectorAll('datalist option').length === 125) seen.waitTo ??= performance.now()
    }).observe(document, { childList: true, subtree: true })
  })
  await openWithScripts(page, `${customer.shop.url}/order/date-or-call`)
  await page.getByRole('button', { name: /A nurse comes to you/ }).click()
  await expect(page).toHaveURL(url)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await expect(page.locator('datalist option')).toHaveCount(125)
  const waited = await page.evaluate(() => {
    const { waitFrom, waitTo } = window as unknown as { waitFrom: number; waitTo: number }
    return waitTo - waitFrom
  })
  expect(waited).toBeGreaterThan(400)
  expect(requests.filter((made) => made.includes('region'))).toEqual([])
})

test('contact is by e-mail and phone by default, and another number can be given', {
  tag: ['@SPEC-3-FEEDBACK-EMAIL', '@SPEC-3-FEEDBACK-PHONE', '@SPEC-3-FEEDBACK-QUICK-PHONE'],
}, async ({ page, context }) => {
  const customer = await readyCustomer(context, { isConfirmed: true })
  await chooseCall(customer)
  await page.goto(`${customer.shop.url}/order/feedback`)
  await expect(page.getByRole('checkbox', { name: /By e-mail/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /By phone/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /By e-mail/ }).uncheck()
  await page.getByLabel('Another phone number').fill('+375 33 765 43 21')
  await page.getByRole('button', { name: 'Continue' }).first().click()
  await expect(page).toHaveURL(/\/order\/data-confirmed/)
  await page.goto(`${customer.shop.url}/order/feedback`)
  await expect(page.getByRole('checkbox', { name: /By e-mail/ })).not.toBeChecked()
  await expect(page.getByLabel('Another phone number')).toHaveValue('+375 33 765 43 21')
})
