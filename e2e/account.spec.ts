import { expect, type Page, test } from '@playwright/test'
import {
  addPatient,
  apiRoot,
  type Customer,
  call,
  confirmEmail,
  logInAs,
  mailedCode,
  newCustomer,
  PASSWORD,
  settleIn,
} from './stage.ts'
import {
  createPatient,
  inSight,
  newEmail,
  openWithScripts,
  readMail,
  register,
  shopTogether,
} from './visitor.ts'

async function logIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test.beforeEach(async ({ context }) => {
  await settleIn(context, shopTogether())
})

test('a login shows that it is in progress, keeps the token and leads to the start page', {
  tag: [
    '@SPEC-1-ACCOUNT',
    '@SPEC-2-FLOW-LOGIN-HOME',
    '@SPEC-3-STORAGE-TOKEN',
    '@SPEC-4-AUTH-LOGIN',
    '@SPEC-4-STATUS-LOGIN',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const { email } = await newCustomer(shop)
  await openWithScripts(page, `${shop.url}/login`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/login.data*', async (route) => {
    await held
    await route.continue()
  })
  await logIn(page, email, 'a wrong password')
  await expect(page.getByRole('main').getByRole('button', { name: /Log in|Working/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  release()
  await expect(page.getByText('Not authorized')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await logIn(page, email, PASSWORD)
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole('button', { name: 'Menu of Anna Kovaleva' })).toBeVisible()
  const token = (await context.cookies()).find(({ name }) => name === 'authToken')
  expect(decodeURIComponent(token!.value)).toMatch(/^Bearer \S{40,}$/)
})

test('a registration logs in and leads to the start page; a second one with the same address is refused', {
  tag: ['@SPEC-1-ACCOUNT', '@SPEC-2-FLOW-REGISTER-HOME', '@SPEC-4-AUTH-REGISTER', '@SPEC-4-STATUS-REGISTER'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const email = newEmail()
  await page.goto(`${shop.url}/register`)
  await register(page, email)
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole('button', { name: 'Menu of Anna Kovaleva' })).toBeVisible()
  await context.clearCookies({ name: 'authToken' })
  await page.goto(`${shop.url}/register`)
  await register(page, email)
  await expect(page.getByText('Duplicating fields found')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/Such user exists/)
  await expect(page.getByLabel('E-mail')).toBeFocused()
})

test('registering while choosing patients leads back to that step; afterwards the form offers the login', {
  tag: ['@SPEC-2-FLOW-ADDABLE', '@SPEC-4-AUTH-MODES', '@SPEC-4-AUTH-MODE-AFTER-REGISTER'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await page.goto(`${shop.url}/add-to-cart/analysis/1`)
  const modes = page.getByRole('main')
  await expect(modes.getByRole('heading', { name: 'Create an account to choose patients' })).toBeVisible()
  await modes.getByRole('link', { name: 'Log in', exact: true }).click()
  await expect(modes.getByRole('heading', { name: 'Log in to choose patients' })).toBeVisible()
  await modes.getByRole('link', { name: 'Create an account', exact: true }).click()
  await expect(modes.getByRole('heading', { name: 'Create an account to choose patients' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'I am ordering for myself too' }).uncheck()
  await expect(page.getByLabel('Date of birth')).toBeHidden()
  const email = newEmail()
  await register(page, email)
  await expect(page).toHaveURL(/\/add-to-cart\/analysis\/1\?authMode=LOGIN$/)
  await expect(modes.getByRole('heading', { name: 'Who is it for?' })).toBeVisible()
  await context.clearCookies({ name: 'authToken' })
  await page.reload()
  await expect(modes.getByRole('heading', { name: 'Log in to choose patients' })).toBeVisible()
  await logIn(page, email, 'correct horse battery staple')
  await expect(modes.getByRole('heading', { name: 'Who is it for?' })).toBeVisible()
})

test('a forgotten password is reset by the mailed link, requested on the login page', {
  tag: [
    '@SPEC-2-LOGIN-RESET-PASSWORD',
    '@SPEC-4-LOGIN-STATE-FORM',
    '@SPEC-4-LOGIN-STATE-RESET',
    '@SPEC-4-LOGIN-STATE-RESET-SUCCESS',
    '@SPEC-4-STATUS-PASSWORD-RESET',
  ],
}, async ({ page }) => {
  const shop = shopTogether()
  const { email } = await newCustomer(shop)
  await openWithScripts(page, `${shop.url}/login`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  const { text } = await readMail(shop, email, /password/i)
  const link = /https?:\/\/\S+\/reset-password#\S+/.exec(text)![0]
  await openWithScripts(page, link)
  await page.getByRole('textbox', { name: 'New password' }).fill('seven quiet bridges 12')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your password has been successfully changed')).toBeVisible()
  await logIn(page, email, 'seven quiet bridges 12')
  await expect(page).toHaveURL(`${shop.url}/`)
})

test('the profile is edited in a dialog, which closes on success and starts afresh when reopened', {
  tag: [
    '@SPEC-2-SETTINGS-EDIT-PROFILE',
    '@SPEC-8-PROFILE-UPDATED',
    '@SPEC-4-USER-MODALS-CLOSE',
    '@SPEC-4-USER-MODALS-RESET',
    '@SPEC-4-STATUS-USER',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await logInAs(context, await newCustomer(shop))
  await page.goto(`${shop.url}/settings`)
  await page.getByRole('link', { name: 'Edit the profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the profile' })
  await dialog.getByLabel('First name').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Edit the profile' }).click()
  await expect(dialog.getByLabel('First name')).toHaveValue('Anna')
  await expect(dialog.getByLabel('First name')).not.toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('First name').fill('Мария')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User profile has been successfully updated')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Menu of Мария Kovaleva' })).toBeVisible()
})

test('the password is changed in a dialog, which also reports a wrong current one', {
  tag: [
    '@SPEC-2-SETTINGS-CHANGE-PASSWORD',
    '@SPEC-8-PASSWORD-CHANGED',
    '@SPEC-8-CHANGE-PASSWORD',
    '@SPEC-8-PASSWORD-FAILED',
    '@SPEC-4-USER-MODALS-CLOSE',
    '@SPEC-4-STATUS-CHANGE-PASSWORD',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  await logInAs(context, await newCustomer(shop))
  await page.goto(`${shop.url}/settings`)
  await page.getByRole('link', { name: 'Change the password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the password' })
  for (const current of ['not my password', PASSWORD]) {
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(current)
    await dialog.getByRole('textbox', { name: 'New password' }).fill('seven quiet bridges 12')
    await dialog.getByRole('button', { name: 'Change the password' }).click()
    if (current === PASSWORD) break
    await expect(dialog).toContainText('Error occurred')
    await expect(dialog).toContainText('Failed to change password, see console')
  }
  await expect(page.getByText('Your password has been successfully changed')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

for (const scripts of [true, false]) {
  test(`one of several devices is logged out in the settings, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const customer = await newCustomer(shop)
    const logIn = (userAgent: string) =>
      fetch(`${shop.url}/laboratory-api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
        body: JSON.stringify({ username: customer.email, password: PASSWORD }),
      })
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    const lost = (await (await logIn(firefox)).json()) as { access_token: string }
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/settings`)
    await page.getByRole('button', { name: /^Log out: Firefox on Linux, last used / }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The device is logged out' })).toBeVisible()
    await expect(page.getByText('Firefox on Linux')).toHaveCount(0)
    const answer = await fetch(`${shop.url}/laboratory-api/users/current`, {
      headers: { Authorization: `Bearer ${lost.access_token}` },
    })
    expect(answer.status).toBe(401)
  })
}

test('the e-mail address is confirmed in the settings with the mailed code', {
  tag: [
    '@SPEC-2-SETTINGS-CONFIRM-EMAIL',
    '@SPEC-4-EMAIL-CODE-FAILED',
    '@SPEC-4-EMAIL-CODE-SETTINGS',
    '@SPEC-8-CODE-500',
    '@SPEC-4-EMAIL-CODE-REFRESHES',
    '@SPEC-4-STATUS-EMAIL-CONFIRMATION',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings`)
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await page.getByRole('link', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your e-mail' })
  const code = await mailedCode(customer)
  await dialog.getByLabel('Code from the e-mail').fill(code === '111111' ? '222222' : '111111')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog).toContainText('Email confirmation token not found')
  await dialog.getByLabel('Code from the e-mail').fill(code)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Your e-mail address is confirmed')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Not confirmed')).toHaveCount(0)
})

test('a code requested in an old tab is not sent once the address is confirmed', {
  tag: ['@SPEC-4-EMAIL-CONFIRMED-IN-SETTINGS'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/settings?modal=confirmEmail`)
  await confirmEmail(customer)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Email is already confirmed' })).toBeVisible()
  await expect(page.getByText('Not confirmed')).toHaveCount(0)
})

test('patients are added, edited and shown; saving leads back to the page that asked for the patient', {
  tag: [
    '@SPEC-1-PATIENTS',
    '@SPEC-2-FLOW-PATIENT-LIST',
    '@SPEC-2-FLOW-PATIENT-RETURN',
    '@SPEC-3-PATIENT-DEFAULT-BIRTH',
    '@SPEC-3-FORM-MODES',
    '@SPEC-3-PATIENT-FORM-MODE',
    '@SPEC-4-STATUS-PATIENTS',
  ],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await logInAs(context, customer)
  await page.goto(`${shop.url}/patients`)
  await page.getByRole('link', { name: /^Add/ }).click()
  await expect(page.getByLabel('Date of birth')).toHaveValue('2000-01-01')
  await createPatient(page)
  await expect(page).toHaveURL(`${shop.url}/patients`)
  await page.getByRole('link', { name: /Edit Anna Kovaleva|Anna Kovaleva/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit the patient' })).toBeVisible()
  await expect(page.getByLabel('Date of birth')).toHaveValue('1992-03-08')
  await page.getByLabel('First name').fill('Ганна')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page).toHaveURL(`${shop.url}/patients`)
  await expect(page.getByRole('heading', { name: 'Ганна Kovaleva' })).toBeVisible()
  await page.goto(`${shop.url}/patients/create?pathnameToReturn=%2Fadd-to-cart%2Fanalysis%2F1`)
  await createPatient(page)
  await expect(page).toHaveURL(/\/add-to-cart\/analysis\/1\?addedPatientId=/)
  await expect(page.getByRole('checkbox', { name: /Ганна Kovaleva/ })).toBeVisible()
})

test('patients are loaded only after a login: a guest who wants to choose them is asked to log in', {
  tag: ['@SPEC-4-PATIENTS-LOGGED-IN'],
}, async ({ page, context }) => {
  const shop = shopTogether()
  const customer = await newCustomer(shop)
  await addPatient(customer)
  await page.goto(`${shop.url}/add-to-cart/analysis/1`)
  await expect(page.getByRole('heading', { name: 'Create an account to choose patients' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Anna/ })).toHaveCount(0)
  await logInAs(context, customer)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /Anna Kovaleva/ })).toBeVisible()
})

for (const scripts of [true, false]) {
  test(`a patient added while choosing is chosen too, and earlier choices stay, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const customer = await newCustomer(shop)
    await addPatient(customer, { firstName: 'Olga' })
    await addPatient(customer, { firstName: 'Viktor', gender: 'M' })
    const context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/add-to-cart/analysis/1`)
    await page.getByRole('checkbox', { name: /Viktor/ }).check()
    await page.getByRole('button', { name: /^Add .*patient/ }).click()
    await createPatient(page)
    await expect(page).toHaveURL(/\/add-to-cart\/analysis\/1\?/)
    await expect(page.getByRole('checkbox', { name: /Viktor/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Anna/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Olga/ })).not.toBeChecked()
    await context.close()
  })
}

for (const scripts of [true, false]) {
  test(`an existing family is chosen with one press, ${scripts ? 'with' : 'without'} scripts`, {
    tag: '@slow',
  }, async ({ browser }) => {
    const shop = shopTogether()
    const customer = await newCustomer(shop)
    for (const firstName of ['Anna', 'Olga', 'Eva']) await addPatient(customer, { firstName })
    await using context = await browser.newContext({ javaScriptEnabled: scripts })
    await settleIn(context, shop)
    await logInAs(context, customer)
    const page = await context.newPage()
    await page.goto(`${shop.url}/add-to-cart/analysis/1`)
    const everyone = page.getByRole('link', { name: 'Choose everyone' })
    await everyone.click()
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(3)
    // No one is left to choose.
    await expect(everyone).toHaveCount(0)
    await (await inSight(page.getByRole('button', { name: 'Add to cart' }))).click()
    await expect(page.getByRole('link', { name: 'Cart, 3 tests' }).first()).toBeVisible()
    await page.goto(`${shop.url}/order/cart`)
    for (const name of ['Anna', 'Olga', 'Eva'])
      await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  })
}

test('the mailed link confirms automatically where its account is logged in; elsewhere it waits for its button', {
  tag: '@slow',
}, async ({ browser }) => {
  const shop = shopTogether()
  const [customer, other] = [await newCustomer(shop), await newCustomer(shop)]
  const { text } = await readMail(shop, customer.email, /./)
  const link = /https?:\/\/\S+confirm-email\S+/.exec(text)![0]
  for (const reader of [undefined, other, customer]) {
    await using context = await browser.newContext()
    await settleIn(context, shop)
    if (reader) await logInAs(context, reader)
    const page = await context.newPage()
    const isOwnForm = (url: string) => new URL(url).pathname.startsWith('/confirm-email')
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'POST' && isOwnForm(response.url()),
    )
    sent.catch(() => {})
    await page.goto(link)
    if (reader) await sent
    if (reader === customer) {
      await expect(page.getByRole('heading', { name: 'Your e-mail is confirmed' })).toBeVisible()
    } else {
      await expect(page.getByRole('button', { name: 'Confirm my e-mail' })).not.toHaveAttribute(
        'aria-disabled',
      )
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
    expect(await isConfirmed(customer)).toBe(reader === customer)
    if (reader) expect(await isConfirmed(other)).toBe(false)
  }
})

async function isConfirmed({ shop, token }: Customer): Promise<boolean> {
  const user = await call<{ emailConfirmed: boolean }>(`${apiRoot(shop)}/users/current`, { token })
  return user.emailConfirmed
}
