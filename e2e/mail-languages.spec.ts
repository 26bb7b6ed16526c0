import { expect, test } from '@playwright/test'
import { LOCALES } from '@shop/domain/locale'
import { foreignTexts } from './audits.ts'
import { addPatient, confirmEmail, newCustomer, payOrder, placeOrder, STREET } from './stage.ts'
import { readMail, shopTogether } from './visitor.ts'

for (const locale of LOCALES) {
  test(`the mails of an order in ${locale} say of every text in another language which it is`, async ({
    page,
  }) => {
    const shop = shopTogether()
    const customer = await newCustomer(shop, { locale })
    const letters = [await readMail(shop, customer.email, /./)]
    await confirmEmail(customer)
    const order = await placeOrder(customer, await addPatient(customer), { isAtHome: true })
    await payOrder(order)
    const paid = await readMail(shop, customer.email, new RegExp(order.number))
    expect(paid.text).toContain(STREET)
    for (const { html, subject } of [...letters, paid]) {
      await page.setContent(html)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      // What the customer typed for the nurse is nobody's language.
      const names = ['Anna', 'Kovaleva', 'The bell does not ring.']
      expect(await foreignTexts(page, names), subject).toEqual([])
    }
    // A reader hears the street in Russian on a page that is not.
    const street = page.getByText(STREET)
    const language = await street
      .first()
      .evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))
    expect(language).toBe('ru')
  })
}
