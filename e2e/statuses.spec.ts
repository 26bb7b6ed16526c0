import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import type { Fault, SetFault } from './fault-proxy.ts'
import { type FaultyShop, test } from './faulty-shop.ts'
import {
  addPatient,
  BRANCH,
  type Customer,
  chooseCall,
  fillCart,
  HOME_LABORATORY,
  logInAs,
  mailedCode,
  newCustomer,
  PASSWORD,
  settleIn,
} from './stage.ts'
import { newEmail, openWithScripts, register } from './visitor.ts'

// INITIAL is the page before the press, LOADING the spinner in the bar and the disabled button, SUCCESS the wanted
// outcome, ERROR a message with a way on.

interface Scene {
  page: Page
  url: string
  customer: Customer
}

interface Resource {
  tag: string[]
  name: string
  /** The laboratory to use; one that no other test uses is not cached by the shop yet. */
  laboratoryId?: number
  guest?: true
  /** Success changes the account permanently, so a separate one is needed. */
  changesAccount?: true
  /** Links near the viewport fetch it ahead, so the fault must be set before. */
  isFetchedAhead?: true
  /** Opens the page where it begins and prepares the press. */
  begin: (scene: Scene) => Promise<unknown>
  /** The link or button that is pressed. */
  press: (page: Page) => Locator
  call: RegExp
  success: (scene: Scene) => Locator
  /** The failing answer of the main API, and what the visitor then sees. */
  failure: number
  error: string
}

const BROKEN = 'Something went wrong on our side'
const main = (page: Page) => page.getByRole('main')
const section = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function toLogin({ page, url, customer }: Scene) {
  await openWithScripts(page, `${url}/login`)
  await page.getByLabel('E-mail').fill(customer.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
}

const RESOURCES: Resource[] = [
  {
    tag: ['@SPEC-4-STATUS-ANALYSES', '@SPEC-3-LOAD-STATUSES'],
    name: 'analyses',
    laboratoryId: 7,
    isFetchedAhead: true,
    begin: ({ page, url }) => openWithScripts(page, `${url}/support`),
    press: section('Tests'),
    call: /^GET labService\?laboratoryId=7/,
    success: ({ page }) => page.getByRole('heading', { level: 1, name: 'All tests' }),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-PROFILES', '@SPEC-3-LOAD-STATUSES'],
    name: 'profiles',
    laboratoryId: 8,
    isFetchedAhead: true,
    begin: ({ page, url }) => openWithScripts(page, `${url}/support`),
    press: section('Profiles'),
    call: /^GET profiles\?laboratoryId=8/,
    success: ({ page }) => page.getByRole('heading', { level: 1, name: 'Profiles' }),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-PATIENTS'],
    name: 'patients',
    begin: async ({ page, url }) => {
      await openWithScripts(page, `${url}/support`)
      await page.getByRole('button', { name: /^Menu of/ }).click()
    },
    press: (page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Patients' }),
    call: /^GET patient$/,
    success: ({ page }) => page.getByRole('heading', { level: 1, name: 'Patients' }),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-USER'],
    name: 'user',
    begin: async ({ page, url }) => {
      await openWithScripts(page, `${url}/support`)
      await page.getByRole('button', { name: /^Menu of/ }).click()
    },
    press: (page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Settings' }),
    call: /^GET users\/current$/,
    success: ({ page }) => page.getByRole('heading', { level: 1, name: 'Settings' }),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-CART', '@SPEC-4-CART-ADD-LOADING'],
    name: 'cart',
    begin: ({ page, url }) => openWithScripts(page, `${url}/add-to-cart/analysis/1`),
    press: (page) => main(page).getByRole('button', { name: 'Add to cart' }).first(),
    call: /^GET patient$/,
    success: ({ page }) => page.getByText('Analysis has been added to the cart'),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-ORDER-DETAILS'],
    name: 'order details',
    begin: ({ page, url }) => openWithScripts(page, `${url}/order/call-details`),
    press: (page) => main(page).getByRole('button', { name: 'Continue' }).first(),
    call: /^GET users\/current$/,
    success: ({ page }) => page.getByRole('heading', { level: 1, name: 'Confirm your e-mail' }),
    failure: 500,
    error: BROKEN,
  },
  {
    tag: ['@SPEC-4-STATUS-LOGIN'],
    name: 'login',
    guest: true,
    begin: toLogin,
    press: (page) => main(page).getByRole('button', { name: 'Log in' }),
    call: /^POST login$/,
    success: ({ page }) => page.getByRole('button', { name: /^Menu of/ }),
    failure: 500,
    error: 'Unknown error',
  },
  {
    tag: ['@SPEC-4-STATUS-PASSWORD-RESET'],
    name: 'password reset',
    guest: true,
    begin: async ({ page, url, customer }) => {
      await openWithScripts(page, `${url}/login?state=resetPasswordForm`)
      await page.getByLabel('E-mail').fill(customer.email)
    },
    press: (page) => main(page).getByRole('button', { name: 'Send the link' }),
    call: /^POST users\/password$/,
    success: ({ page }) => page.getByRole('heading', { name: 'Check your e-mail' }),
    failure: 500,
    error: 'Error occurred',
  },
  {
    tag: ['@SPEC-4-STATUS-CHANGE-PASSWORD'],
    name: 'change of password',
    changesAccount: true,
    begin: async ({ page, url }) => {
      await openWithScripts(page, `${url}/settings?modal=changePassword`)
      await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
      await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet bridges 12')
    },
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Change the password' }),
    call: /^PUT users\/password$/,
    success: ({ page }) => page.getByText('Your password has been successfully changed'),
    failure: 500,
    error: 'Failed to change password, see console',
  },
  {
    tag: ['@SPEC-4-STATUS-EMAIL-CONFIRMATION'],
    name: 'e-mail confirmation',
    changesAccount: true,
    begin: async ({ page, url, customer }) => {
      await openWithScripts(page, `${url}/settings?modal=confirmEmail`)
      await page.getByLabel('Code from the e-mail').fill(await mailedCode(customer))
    },
    press: (page) => page.getByRole('button', { name: 'Confirm', exact: true }),
    call: /^POST users\/activate$/,
    success: ({ page }) => page.getByText('Your e-mail address is confirmed'),
    failure: 500,
    error: 'Email confirmation token not found',
  },
]

async function sceneOf(
  browser: Browser,
  { faulty: { shop }, known }: { faulty: FaultyShop; known: Customer },
  { guest, laboratoryId, changesAccount }: Resource,
): Promise<Scene> {
  const customer = changesAccount ? await newCustomer(shop) : known
  const context = await browser.newContext()
  await settleIn(context, shop, laboratoryId ?? HOME_LABORATORY)
  if (!guest) await logInAs(context, customer)
  return { page: await context.newPage(), url: shop.url, customer }
}

async function beginWith(
  { begin, call, isFetchedAhead }: Resource,
  fault: Fault,
  { scene, faulty }: { scene: Scene; faulty: FaultyShop },
): Promise<SetFault> {
  const early = isFetchedAhead ? faulty.api.set(call, fault) : undefined
  await begin(scene)
  return early ?? faulty.api.set(call, fault)
}

for (const resource of RESOURCES) {
  test(`${resource.name}: an error with a way on, then a visible wait, then success`, {
    tag: resource.tag,
  }, async ({ browser, faulty, known }) => {
    const scene = await sceneOf(browser, { faulty, known }, resource)
    const { page } = scene
    const failing = await beginWith(resource, resource.failure, { scene, faulty })
    await resource.press(page).click()
    await expect(page.getByText(resource.error).first()).toBeVisible()
    failing.release()
    const held = await beginWith(resource, 'delay', { scene, faulty })
    await resource.press(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
    await expect(resource.success(scene)).toHaveCount(0)
    held.release()
    await expect(resource.success(scene)).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    await page.context().close()
  })
}

test('a registration shows a visible wait, then success', { tag: ['@SPEC-4-STATUS-REGISTER'] }, async ({
  browser,
  faulty,
}) => {
  const context = await browser.newContext()
  await settleIn(context, faulty.shop)
  const page = await context.newPage()
  await openWithScripts(page, `${faulty.shop.url}/register`)
  const held = faulty.api.set(/^POST register$/, 'delay')
  await register(page, newEmail())
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  held.release()
  await expect(page.getByRole('button', { name: 'Menu of Anna Kovaleva' })).toBeVisible()
  await context.close()
})

test('laboratories: an error with a way on, then a visible wait, then success', {
  tag: ['@SPEC-4-STATUS-LABORATORIES'],
}, async ({ browser, faulty }) => {
  const context = await browser.newContext()
  await settleIn(context, faulty.shop, BRANCH)
  const page = await context.newPage()
  const loading = page.getByRole('status').filter({ hasText: 'Loading' })
  const footerLink = page.getByRole('contentinfo').getByRole('link', { name: 'Select laboratory' })
  await openWithScripts(page, `${faulty.shop.url}/support`)
  // The shop does not reload a list for two seconds.
  await expect(async () => {
    const held = faulty.api.set(/^GET laboratories$/, 'delay')
    await footerLink.click()
    await expect(loading)
      .toBeVisible({ timeout: 2_000 })
      .finally(() => held.release())
  }).toPass({ intervals: [2_500] })
  await expect(page.getByRole('combobox', { name: 'Laboratory' })).toBeVisible()
  faulty.api.set(/^GET laboratories$/, 400)
  await expect(async () => {
    await page.goto(`${faulty.shop.url}/laboratory`)
    await expect(page.getByText(BROKEN)).toBeVisible({ timeout: 2_000 })
  }).toPass({ intervals: [2_500] })
  await context.close()
})

test('an order shows a visible wait, then the payment page', {
  tag: ['@SPEC-4-ORDER-CREATE-LOADING', '@SPEC-4-ORDER-REDIRECT', '@SPEC-1-EXTERNAL-PAYMENT'],
}, async ({ browser, faulty }) => {
  const customer = await newCustomer(faulty.shop)
  await fillCart(customer, { patientIds: [await addPatient(customer)] })
  await chooseCall(customer)
  const context = await browser.newContext()
  await settleIn(context, faulty.shop)
  await logInAs(context, customer)
  const page = await context.newPage()
  await openWithScripts(page, `${faulty.shop.url}/order/confirm-email`)
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(customer))
  const held = faulty.api.set(/^POST orders$/, 'delay')
  const submit = page.getByRole('button', { name: 'Order and pay' }).first()
  await submit.click()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  held.release()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/sandbox\/payment\/checkouts\//)
  await context.close()
})
