import { expect, test } from '@playwright/test'
import { faultsOf } from './audits.ts'
import { desk, logInAs, paidVisit, shop } from './desk-stage.ts'
import { apiRoot, call } from './stage.ts'
import { openWithScripts } from './visitor.ts'

/** The token of the sandbox's analyser. */
const TOKEN = 'sandbox-laboratory-system'

interface Request {
  resource: { id: string; code: object; subject: object; authoredOn: string }
}

/** Reports a ferritin value for the order, or under the number `named` instead. */
async function report(
  number: string,
  { grams, named, isCritical }: { grams: number; named?: string; isCritical?: true },
): Promise<void> {
  const fhir = `${apiRoot(shop())}/fhir/R4`
  const { entry } = await call<{ entry: Request[] }>(`${fhir}/ServiceRequest?requisition=${number}`, {
    token: TOKEN,
  })
  const { id, code, subject, authoredOn } = entry[0]!.resource
  const fullUrl = `urn:uuid:${crypto.randomUUID()}`
  const resources: { fullUrl?: string; resourceType: string; [member: string]: unknown }[] = [
    {
      resourceType: 'DiagnosticReport',
      identifier: [{ system: 'urn:e2e', value: `${number}-${grams}` }],
      basedOn: [named ? { identifier: { value: named } } : { reference: `ServiceRequest/${id}` }],
      status: 'final',
      code,
      subject,
      issued: authoredOn,
      result: [{ reference: fullUrl }],
    },
    {
      fullUrl,
      resourceType: 'Observation',
      status: 'final',
      code: { coding: [{ system: 'http://loinc.org', code: '2276-4', display: 'Ferritin' }] },
      subject,
      valueQuantity: { value: grams, unit: 'ng/mL', system: 'http://unitsofmeasure.org', code: 'ng/mL' },
      ...(isCritical
        ? {
            interpretation: [
              {
                coding: [
                  {
                    system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
                    code: 'LL',
                  },
                ],
              },
            ],
          }
        : {}),
    },
  ]
  const body = {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map(({ fullUrl: url, ...resource }) => ({
      ...(url ? { fullUrl: url } : {}),
      resource,
      request: { method: 'POST', url: resource.resourceType },
    })),
  }
  const sent = call(fhir, { method: 'POST', token: TOKEN, body })
  if (named) await expect(sent).rejects.toThrow('422')
  else await sent
}

test('laboratory staff assign a report to its order, set one aside, and call about a critical value', async ({
  page,
  context,
  browser,
}) => {
  const order = await paidVisit()
  const critical = await paidVisit()
  await report(order.number, { grams: 131, named: '77777777-1' })
  await report(order.number, { grams: 132, named: '88888888-1' })
  await report(critical.number, { grams: 61, isCritical: true })
  await logInAs(context, 'laboratory', 'Anton Bobr')
  await openWithScripts(page, desk())
  // On any screen.
  await page.getByRole('link', { name: /^Laboratory \d+ critical values? waits?/ }).click()
  await page.getByRole('link', { name: 'Refused reports' }).click()
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
  await expect(rowOf('77777777')).toContainText('No such order')
  expect(await faultsOf(page)).toEqual([])
  await rowOf('77777777').getByRole('link').click()
  await expect(page.getByText('131 ng/mL')).toBeVisible()
  const label = page.getByLabel('Assign to')
  await label.fill('1-1')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('There is no such ordered test.')).toBeVisible()
  await label.fill(`${order.number}-1`)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByRole('button', { name: 'This is the right one' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  // A colleague has the report open too, and acts later.
  const other = await browser.newContext()
  await logInAs(other, 'laboratory', 'Vera Zubr')
  const colleague = await other.newPage()
  await openWithScripts(colleague, page.url())
  await page.getByRole('button', { name: 'This is the right one' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Accepted. The result is stored.' })).toBeVisible()
  await colleague.getByRole('textbox', { name: 'Reason' }).fill('It is of another branch.')
  await colleague.getByRole('button', { name: 'Set aside' }).click()
  await expect(colleague.getByRole('alert')).toContainText('Anton Bobr')
  await other.close()

  await openWithScripts(page, `${desk()}/laboratory`)
  await rowOf('88888888').getByRole('link').click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The laboratory has sent it anew.')
  await page.getByRole('button', { name: 'Set aside' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Set aside.' })).toBeVisible()
  await openWithScripts(page, `${desk()}/laboratory?state=setAside`)
  await expect(rowOf('88888888')).toBeVisible()

  const tabs = page.getByRole('navigation', { name: 'Laboratory' })
  await tabs.getByRole('link', { name: 'Critical values' }).click()
  await expect(rowOf(critical.number)).toContainText(/Ferritin 61\.0\sng\/mL/)
  await rowOf(critical.number).getByRole('link', { name: 'Ferritin' }).click()
  await expect(page.getByText('61.0 ng/mL')).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  const save = page.getByRole('button', { name: 'Save the call' })
  await page.getByLabel('Who was called').fill('Dr Maria Lis')
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await page.getByLabel('Informed, value read back').check()
  await save.click()
  await expect(page.getByText('Enter the read-back.')).toBeVisible()
  await expect(page.getByLabel('Who was called')).toHaveValue('Dr Maria Lis')
  await page.getByLabel('Read-back').fill('Ferritin 61; comes in today.')
  await save.click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
  await expect(page.getByText('Informed', { exact: true })).toBeVisible()
  await logInAs(context, 'support')
  expect((await page.goto(`${desk()}/laboratory/critical-values`))?.status()).toBe(403)
})

test('the lists of refused reports and critical values show what has come since, on return to the page', {
  tag: '@slow',
}, async ({ page, context }) => {
  const order = await paidVisit()
  const critical = await paidVisit()
  await logInAs(context, 'laboratory')
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await openWithScripts(page, `${desk()}/laboratory`)
  await report(order.number, { grams: 133, named: '99999999-1' })
  await comeBack()
  await expect(rowOf('99999999')).toBeVisible()
  await openWithScripts(page, `${desk()}/laboratory/critical-values`)
  await report(critical.number, { grams: 58, isCritical: true })
  await comeBack()
  await expect(rowOf(critical.number)).toBeVisible()
})
