import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import type { Locale } from '@shop/domain/locale'
import { analysisId, FERRITIN } from './stage.ts'
import { inSight, newEmail, ownTime, readMail, shopTogether } from './visitor.ts'
import { type Words, wordsIn } from './words.ts'

/** One of the tests on the start page. */
const BLOOD_COUNT = '1001'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/**
 * The most that the way may cost three people. On 22 November 2026 it had cost 39 taps, 18 fields and 17
 * screens; a third less is 26, 12 and 11. `search`: by a suggestion of the search field and the test's page,
 * with the name of the test as one more field. `reason`: by a reason, without typing a word. `list`:
 * from the list on the start page. Each with the mailed code or the mailed link.
 */
const MOST = {
  search: { code: { taps: 26, fields: 13, screens: 10 }, link: { taps: 27, fields: 12, screens: 11 } },
  reason: { code: { taps: 25, fields: 12, screens: 10 }, link: { taps: 26, fields: 11, screens: 11 } },
  list: { code: { taps: 24, fields: 12, screens: 9 }, link: { taps: 25, fields: 11, screens: 10 } },
} as const
const EACH_FURTHER = { taps: 3, fields: 2 }

interface Person {
  first: string
  last: string
  born: string
  gender: 'female' | 'male'
}

const BORN = [
  { born: '1988-04-12', gender: 'female' },
  { born: '1986-09-02', gender: 'male' },
  { born: '2015-06-30', gender: 'female' },
  { born: '2018-11-05', gender: 'male' },
  { born: '1957-01-23', gender: 'female' },
] as const

const FAMILIES = {
  ru: { test: 'Ферритин', last: 'Шевченко', first: ['Анна', 'Павел', 'Ева', 'Марк', 'Нина'] },
  pl: { test: 'Ferrytyna', last: 'Nowak', first: ['Anna', 'Paweł', 'Ewa', 'Marek', 'Nina'] },
} as const

function familyOf(locale: keyof typeof FAMILIES, size: number): Person[] {
  const { first, last } = FAMILIES[locale]
  return BORN.slice(0, size).map((person, index) => ({ ...person, first: first[index] ?? '', last }))
}

/** A thumb: each tap, field and screen is counted. A field that is already focused needs no tap. */
class Thumb {
  readonly count = { taps: 0, fields: 0, screens: 0 }
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    let last = ''
    page.on('framenavigated', (frame) => {
      const { pathname } = new URL(frame.url())
      if (frame !== page.mainFrame() || pathname === last || frame.url() === 'about:blank') return
      last = pathname
      this.count.screens++
    })
  }

  async tap(target: Locator) {
    await (await inSight(target)).tap()
    this.count.taps++
  }

  async write(field: Locator, text: string) {
    await expect(field).toBeVisible()
    if ((await field.inputValue()) === text) return
    const hasFocus = await field.evaluate((element) => element === document.activeElement)
    if (!hasFocus) await this.tap(field)
    await field.fill(text)
    this.count.fields++
  }

  /** The keyboard's submit key. */
  async enter() {
    await this.page.keyboard.press('Enter')
    this.count.taps++
  }
}

async function openPhone(browser: Browser, locale: Locale) {
  const shop = shopTogether()
  const context = await browser.newContext(PHONE)
  await context.addCookies([{ name: 'locale', value: locale, url: shop.url }])
  context.setDefaultTimeout(15_000)
  return context.newPage()
}

async function fillPerson({ thumb, t }: { thumb: Thumb; t: Words }, { first, last, born, gender }: Person) {
  const { page } = thumb
  await thumb.write(page.getByLabel(t('forms.person.firstName')), first)
  await thumb.write(page.getByLabel(t('forms.person.lastName')), last)
  await thumb.tap(
    page
      .locator('label')
      .filter({ has: page.getByRole('radio', { name: t(`patients.${gender}`), exact: true }) }),
  )
  await thumb.write(page.getByLabel(t('forms.person.dateOfBirth')), born)
}

interface Way {
  thumb: Thumb
  t: Words
  locale: keyof typeof FAMILIES
  email: string
  people: Person[]
}

async function openShop({ thumb }: Way) {
  const { page } = thumb
  await page.goto(shopTogether().url)
  await thumb.tap(page.getByRole('button', { name: 'Вызов, Минск' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await thumb.tap(page.getByRole('button', { name: 'Принять' }))
  await expect(page.getByRole('button', { name: 'Принять' })).toHaveCount(0)
}

/** The test's name brings it up below the field. */
async function findBySearch({ thumb, t, locale }: Way) {
  const { page } = thumb
  const { test: name } = FAMILIES[locale]
  await thumb.write(page.getByRole('combobox', { name: t('catalogue.search.label') }), name)
  await thumb.tap(page.getByRole('option', { name: new RegExp(`^${name}`) }))
  await thumb.tap(page.getByRole('link', { name: t('catalogue.offer.choosePatients') }))
}

async function findInList({ thumb }: Way) {
  const id = await analysisId(shopTogether(), BLOOD_COUNT)
  await thumb.tap(thumb.page.getByRole('main').locator(`a[href="/add-to-cart/analysis/${id}"]`))
}

/** The start page lists the most common reasons; the page behind each lists its tests. */
async function findByReason({ thumb, t }: Way) {
  const { page } = thumb
  await thumb.tap(page.getByRole('link', { name: t('catalogue.home.reasons.3') }))
  await expect(page).toHaveURL(/\/search\?/)
  const id = await analysisId(shopTogether(), FERRITIN)
  await thumb.tap(page.getByRole('main').locator(`a[href="/add-to-cart/analysis/${id}"]`))
}

async function registerAndAddFamily({ thumb, t, email, people: [owner, ...others] }: Way) {
  const { page } = thumb
  await fillPerson({ thumb, t }, owner!)
  await thumb.write(page.getByLabel(t('forms.person.email')), email)
  await thumb.write(
    page.getByRole('textbox', { name: t('account.password') }),
    'correct horse battery staple',
  )
  for (const box of await page.locator('input[name="acceptedDocuments"]:visible').all()) {
    await box.check()
    thumb.count.taps++
  }
  await thumb.tap(page.getByRole('button', { name: t('account.register.submitAndAdd'), exact: true }))
  await expect(page).toHaveURL(/create/)
  for (const [index, person] of others.entries()) {
    await expect(page.getByLabel(t('forms.person.firstName'))).toBeFocused()
    await fillPerson({ thumb, t }, person)
    if (index === others.length - 1) break
    await thumb.tap(page.getByRole('button', { name: t('patients.createAndMore') }))
    const names = [owner!, ...others.slice(0, index + 1)].map(({ first }) => first)
    await expect(page.getByText(t('patients.addedBefore', { names: names.join(', ') }))).toBeVisible()
  }
  await thumb.tap(page.getByRole('button', { name: t('patients.create'), exact: true }))
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(others.length + 1)
}

async function callNurse({ thumb, t }: Way) {
  const { page } = thumb
  await thumb.tap(page.getByRole('button', { name: t('cart:add.submit') }))
  await thumb.tap(page.getByRole('link', { name: t('cart:chooseVisit') }))
  await thumb.write(page.getByLabel(t('order.call.streetAndHouse')), 'улица Немига, 12, 48')
  await thumb.write(page.getByLabel(t('order.call.phone')), '+375 29 123 45 67')
  // Most people take the first in the list; here it is a time whose last place no other test takes in the meantime.
  await thumb.tap((await ownTime(page)).locator('..'))
  await thumb.tap(page.getByRole('button', { name: t('order.continue') }))
}

async function confirmByCode({ thumb, t, email }: Way) {
  const { text } = await readMail(shopTogether(), email, /./)
  await thumb.write(
    thumb.page.getByLabel(t('account.confirm.code')),
    /\b(\d{6})\b/.exec(text)?.[1] ?? 'no code',
  )
}

/** On the same phone: the mailed link, which confirms and continues the order. */
async function confirmByLink({ thumb, t, email }: Way) {
  const { page } = thumb
  await expect(page.getByLabel(t('account.confirm.code'))).toBeVisible()
  const { text } = await readMail(shopTogether(), email, /./)
  await page.goto(/https?:\/\/\S+confirm-email\S+/.exec(text)?.[0] ?? 'about:blank')
  thumb.count.taps++
}

async function orderAndPay({ thumb, t }: Way) {
  const { page } = thumb
  await expect(page.getByRole('heading', { name: t('order.confirm.title') })).toBeVisible()
  await thumb.tap(page.getByRole('button', { name: t('order.confirm.submit') }))
  await expect(page.locator('button[name="outcome"][value="successful"]')).toBeVisible()
}

async function prepareWay(browser: Browser, locale: keyof typeof FAMILIES, size: number): Promise<Way> {
  const thumb = new Thumb(await openPhone(browser, locale))
  return { thumb, t: wordsIn(locale), locale, email: newEmail(), people: familyOf(locale, size) }
}

function judge({ thumb: { count }, people }: Way, { taps, fields, screens }: Thumb['count']) {
  const further = people.length - 3
  test.info().annotations.push({ type: 'way', description: JSON.stringify(count) })
  expect(count.taps).toBeLessThanOrEqual(taps + further * EACH_FURTHER.taps)
  expect(count.fields).toBeLessThanOrEqual(fields + further * EACH_FURTHER.fields)
  expect(count.screens).toBeLessThanOrEqual(screens)
}

const FIND = { search: findBySearch, reason: findByReason, list: findInList }
const CONFIRM = { code: confirmByCode, link: confirmByLink }

// Each way to the test with each way to confirm, in both languages: the languages differ in their words and the
// space these need.
for (const [size, locale, find, confirm] of [
  [3, 'ru', 'search', 'code'],
  [3, 'ru', 'reason', 'link'],
  [3, 'ru', 'list', 'code'],
  [5, 'pl', 'search', 'link'],
  [5, 'pl', 'reason', 'code'],
  [5, 'pl', 'list', 'link'],
] as const) {
  test(`a family of ${size} gets from the start page to the payment with few taps and fields by ${find} and the mailed ${confirm}, ${locale}`, async ({
    browser,
  }) => {
    const way = await prepareWay(browser, locale, size)
    await openShop(way)
    await FIND[find](way)
    await registerAndAddFamily(way)
    await callNurse(way)
    await CONFIRM[confirm](way)
    await orderAndPay(way)
    judge(way, MOST[find][confirm])
  })
}
