import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, shop } from './desk-stage.ts'
import { addPatient, confirmEmail, logInAs as enterShop, newCustomer, settleIn } from './stage.ts'
import { openWithScripts, readMail } from './visitor.ts'

test('privacy works off what people ask about their data: from the account, and by letter', async ({
  page,
  context,
  browser,
}) => {
  const customer = await newCustomer(shop())
  await confirmEmail(customer)
  await addPatient(customer, { firstName: 'Hanna', lastName: 'Kavalskaya' })
  const home = await browser.newContext()
  await settleIn(home, shop())
  await enterShop(home, customer)
  const own = await home.newPage()
  await openWithScripts(own, `${shop().url}/settings`)
  await own.getByRole('link', { name: 'Ask about your data' }).click()
  await own.getByLabel('What do you ask for?').selectOption('erasure')
  await own.getByLabel('Details').fill('Hanna has an account of her own now.')
  await own.getByRole('button', { name: 'Send the request' }).click()
  const sent = own.getByRole('status').filter({ hasText: 'We have received your request' })
  await expect(sent).toContainText('We answer by')
  const reference = /D-[0-9A-Z]{8}/.exec((await sent.textContent()) ?? '')![0]
  await expect(own.getByRole('article', { name: 'Erasure' })).toContainText('Being worked on')
  expect(await faultsOf(own)).toEqual([])

  await logInAs(context, 'privacy', 'Irena Wilk')
  await openWithScripts(page, desk())
  await page.getByRole('link', { name: 'Data requests', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: reference })
  await expect(row).toContainText('15 days left')
  expect(await faultsOf(page)).toEqual([])
  await row.getByRole('link').click()
  await expect(page.getByText('Hanna has an account of her own now.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Accepted documents/ })).toContainText('stays: proof of consent')
  expect(await faultsOf(page)).toEqual([])
  // What is typed in one form outlasts the other buttons.
  const [answer, note] = [page.getByLabel('Your answer'), page.getByRole('textbox', { name: 'Note' })]
  await answer.fill('We have looked into it.')
  await note.fill('Called on Monday.')
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByRole('button', { name: 'Unassign me' })).toBeVisible()
  await expect(note).toHaveValue('Called on Monday.')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await expect(page.getByText('Called on Monday.')).toHaveCount(1)
  await expect(note).toHaveValue('')
  await expect(answer).toHaveValue('We have looked into it.')
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all data (JSON)' }).click()
  const data = JSON.parse(await readFile(await (await downloaded).path(), 'utf8'))
  expect(data.account.email).toBe(customer.email)
  await page.getByText('Hanna Kavalskaya').click()
  await page.getByRole('button', { name: 'Delete this patient' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Done.' })).toBeVisible()
  await expect(page.getByText('Hanna Kavalskaya')).toHaveCount(0)
  await page.getByRole('button', { name: 'Erasure', exact: true }).click()
  await expect(page.getByLabel('Your answer')).toHaveValue(/We have erased your data as you asked/)
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The answer has been sent.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'History' }).locator('..')).toContainText('Irena Wilk')
  await openWithScripts(page, `${desk()}/rights?list=answered`)
  await expect(row).toContainText('Granted')

  const { text } = await readMail(shop(), customer.email, /^Re: Your request/)
  expect(text).toContain('We have erased your data as you asked')
  await own.reload()
  const answered = own.getByRole('article', { name: 'Erasure' })
  await expect(answered).toContainText('We have erased your data as you asked')
  await expect(answered).toContainText('Patient deleted')
  expect(await faultsOf(own)).toEqual([])
  await home.close()

  await openWithScripts(page, `${desk()}/rights`)
  await page.getByRole('link', { name: 'Record a request' }).click()
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByLabel('E-mail for the answer')).toHaveAttribute('aria-invalid', 'true')
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Anna Kowalska')
  await page.getByLabel('E-mail for the answer').fill(customer.email)
  await page.getByRole('button', { name: 'Save request' }).click()
  await expect(page.getByText('identity is not confirmed yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download all data (JSON)' })).toHaveCount(0)
  await page.getByLabel('How identity was confirmed').fill('Passport seen at the branch.')
  await page.getByRole('button', { name: 'Confirm identity' }).click()
  await expect(page.getByRole('button', { name: 'Download all data (JSON)' })).toBeVisible()
  await logInAs(context, 'support')
  expect((await page.goto(`${desk()}/rights`))?.status()).toBe(403)
})

test('a restriction holds in the shop and at the desk, says so in both, and its owner ends it', async ({
  page,
  context,
  browser,
}) => {
  const customer = await newCustomer(shop())
  await confirmEmail(customer)
  const home = await browser.newContext()
  await settleIn(home, shop())
  await enterShop(home, customer)
  const own = await home.newPage()
  await openWithScripts(own, `${shop().url}/settings/data-requests`)
  await own.getByLabel('What do you ask for?').selectOption('restriction')
  await own.getByLabel('Details').fill('My date of birth is in dispute.')
  await own.getByRole('button', { name: 'Send the request' }).click()
  const sent = own.getByRole('status').filter({ hasText: 'We have received your request' })
  const reference = /D-[0-9A-Z]{8}/.exec((await sent.textContent()) ?? '')![0]

  await logInAs(context, 'privacy', 'Irena Wilk')
  await openWithScripts(page, `${desk()}/rights`)
  await page.getByRole('row').filter({ hasText: reference }).getByRole('link').click()
  await expect(page.getByText('the account is restricted at once')).toBeVisible()
  await page.getByRole('button', { name: 'Restriction', exact: true }).click()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText(/Processing restricted since/)).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  await openWithScripts(own, `${shop().url}/settings/data-requests`)
  await expect(own.getByRole('heading', { name: 'In force now' })).toBeVisible()
  await expect(own.getByText('you cannot order, add patients or share results')).toBeVisible()
  expect(await faultsOf(own)).toEqual([])
  await expect(addPatient(customer, { firstName: 'Jan', lastName: 'Nowak' })).rejects.toThrow(/409/)

  await page.getByLabel('Reason').fill('The date of birth is corrected.')
  await page.getByRole('button', { name: 'Announce the end' }).click()
  await expect(page.getByText(/The restriction ends on/)).toBeVisible()
  const { text } = await readMail(shop(), customer.email, /^Re: Your request/)
  expect(text).toMatch(/restrict/)
  await own.reload()
  await expect(own.getByText(/The restriction ends on/)).toBeVisible()
  await own.getByRole('button', { name: 'End the restriction' }).click()
  await expect(own.getByRole('status').filter({ hasText: 'This no longer applies' })).toBeVisible()
  await expect(own.getByRole('heading', { name: 'In force now' })).toHaveCount(0)
  await addPatient(customer, { firstName: 'Jan', lastName: 'Nowak' })
  await home.close()
})
