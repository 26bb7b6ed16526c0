import { CATEGORY_SLUGS } from '@shop/domain/category'
import { LOCALES } from '@shop/domain/locale'
import { createLaboratory, observation, paidOrder } from '@shop/laboratory-api/fhir/testing/laboratory'
import { HAEMOGLOBIN, reportedResult } from '@shop/laboratory-api/results/testing/reported-result'
import { afterAll, beforeAll, expect, test } from 'vitest'
import categories from '../../../../catalogue/categories.json'
import {
  HOME_LABORATORY,
  openTestStorefront,
  type TestStorefront,
} from '../../server/testing/open-test-storefront.ts'
import type { Shop } from '../platform/session/shop-context.server.ts'
import { pageTexts } from '../platform/texts/page-texts.server.ts'
import { listPublicPages } from './list-public-pages.server.ts'
import { loadAnalysis } from './load-analysis.server.ts'
import { loadCategory } from './load-category.server.ts'
import { loadHome } from './load-home.server.ts'
import { loadProfile, loadProfiles } from './load-profile.server.ts'
import { loadSearch } from './load-search.server.ts'
import { readSearchQuery } from './search-query.ts'
import { openShownCatalogue } from './shown-catalogue.server.ts'

let storefront: TestStorefront
const categoryIds = Object.fromEntries(categories.map(({ slug, id }) => [slug, String(id)]))

beforeAll(async () => {
  storefront = await openTestStorefront()
})
afterAll(() => storefront.close())

function guest(overrides: Partial<Shop> = {}): Shop {
  const env = { partner: 'synlab', defaultLocale: 'en', categoryIds } as unknown as Shop['env']
  return storefront.shopOf(undefined, { env, ...overrides })
}
const search = (query: string, shop = guest()) =>
  loadSearch({ shop, query: readSearchQuery(new URLSearchParams(query)) })
const analysis = (code: string, shop = guest()) =>
  loadAnalysis({ shop, analysisId: String(storefront.analysisId(code)), ranges: null })

test('the start page shows popular analyses, four profiles, six categories and the fees', async () => {
  const home = await loadHome({ shop: guest({ activeLaboratoryId: String(HOME_LABORATORY) }) })
  expect(home.popular).toHaveLength(8)
  const { entries } = await openShownCatalogue(guest())
  expect(home.popular.every(({ id }) => entries.get(id)?.isPopular)).toBe(true)
  expect(home.profiles[0]?.name).toBe('Профиль 1. Общее обследование')
  expect(home.categories.map(({ slug }) => slug)).toEqual([...CATEGORY_SLUGS])
  expect(home.categories.find(({ slug }) => slug === 'autoimmune')?.briefly).toBe('joints, skin, gut')
  expect(home.fees).toEqual({
    sampling: { name: 'Venous blood collection', price: { price: 6.9, currency: 'BYN' } },
    visit: { city: 'Minsk', price: { price: 33, currency: 'BYN' } },
  })
})

test('a guest sees the next free time at home and at the nearest branch; so does a customer until a visit is ahead', async () => {
  const { freeTimes, example } = await loadHome({
    shop: guest({ activeLaboratoryId: String(HOME_LABORATORY) }),
  })
  expect(freeTimes).toMatchObject([
    {
      comesHome: true,
      laboratoryId: String(HOME_LABORATORY),
      label: 'Home visits, Minsk',
      at: expect.stringMatching(/^\w+ \d+\u00a0\w+, \d+:\d\d$/),
    },
    { comesHome: false, label: expect.stringMatching(/^Минск, /), at: expect.stringMatching(/\d+:\d\d$/) },
  ])
  expect(example).toMatchObject({ value: '116', distance: '4', on: '14\u00a0April\u00a02026' })
  const { env } = guest()
  const newcomer = storefront.shopOf(await storefront.customer(), { env })
  expect((await loadHome({ shop: newcomer })).freeTimes).toHaveLength(2)
  const customer = await storefront.customer()
  await paidOrder(storefront.laboratory, createLaboratory(storefront.laboratory), customer)
  expect((await loadHome({ shop: storefront.shopOf(customer, { env }) })).freeTimes).toEqual([])
})

test('with nothing under way the start page leads with the newest result and leaves it out of the list', async () => {
  const customer = await storefront.customer()
  const shop = storefront.shopOf(customer, { env: guest().env })
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  await reportedResult(house, customer)
  const { id } = await reportedResult(house, customer)
  const { newest, family } = await loadHome({ shop })
  expect(newest?.path).toContain(`/${id}/`)
  expect(family?.results).toHaveLength(1)
  // Now the visit comes first.
  await paidOrder(house.shop, house.laboratory, customer)
  expect(await loadHome({ shop })).toMatchObject({ newest: null, family: { results: [{}, {}] } })
})

test('what is in the laboratory says who waits and until when', async () => {
  const customer = await storefront.customer()
  const house = { shop: storefront.laboratory, laboratory: createLaboratory(storefront.laboratory) }
  const { order } = await reportedResult(
    house,
    customer,
    (request) => [observation(request, HAEMOGLOBIN, { status: 'preliminary' })],
    { status: 'preliminary' },
  )
  // With a visit ahead, the order in the laboratory has no card of its own.
  await paidOrder(house.shop, house.laboratory, customer)
  const { family } = await loadHome({ shop: storefront.shopOf(customer, { env: guest().env }) })
  expect(family?.due).toMatchObject([
    {
      kind: 'expect',
      title: expect.stringMatching(/^Anna: results by \w+day \d+/),
      note: `Order ${order.number}`,
    },
  ])
})

test.each(LOCALES)('each reason on the start page is found by its name, in %s', async (locale) => {
  const api = storefront.shopOf().createApi({ locale })
  const { t } = pageTexts(locale, 'synlab').texts
  for (const number of [1, 2, 3, 4, 5, 6] as const) {
    const name = t(`catalogue.home.reasons.${number}`)
    const { reason } = await search(`searchNameTerm=${encodeURIComponent(name)}`, guest({ locale, api }))
    expect(reason?.name).toBe(name)
  }
})

test('without a chosen laboratory the prices are those of the first home-visit laboratory', async () => {
  const { laboratoryLabel } = await loadHome({ shop: guest({ activeLaboratoryId: undefined }) })
  expect(laboratoryLabel).toMatch(/^Home visits, \w+$/)
})

test('catalogue pages query the database only for the next free times, once a minute', async () => {
  await loadHome({ shop: guest() })
  const statements = await storefront.database.statementsOf(async () => {
    await loadHome({ shop: guest() })
    await search('searchNameTerm=iron')
    await loadProfiles({ shop: guest() })
    await loadCategory({ shop: guest(), slug: 'hormones' })
    await analysis('1228')
  })
  expect(statements).toEqual([])
})

test('a search lists the best match first and counts what each filter would leave', async () => {
  const found = await search('searchNameTerm=ferritin')
  expect(found.rows[0]?.name).toBe('Ferritin')
  const priced = await search('searchNameTerm=iron&sort=price')
  const prices = priced.rows.map(({ amount }) => Number(amount.replaceAll(/[^\d.]/g, '')))
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  const [choice] = priced.categories
  const filtered = await search(`searchNameTerm=iron&category=${choice!.value}`)
  expect(filtered.total).toBe(choice!.count)
  expect(filtered.foundCount).toBe(priced.foundCount)
})

test('the number of tests found covers all pages, not only the first', async () => {
  const { rows, total, foundCount } = await search('searchNameTerm=hormon')
  expect(rows).toHaveLength(50)
  expect(foundCount).toBeGreaterThan(50)
  expect(total).toBe(foundCount)
  expect((await search('searchNameTerm=hormon&pages=2')).rows).toHaveLength(foundCount)
})

test('a question in everyday words is answered first with its reason: a total price and a day', async () => {
  const { reason, rows, profiles } = await search('searchNameTerm=always+tired')
  expect(reason).toMatchObject({
    name: 'Tired all the time',
    analysisCount: 5,
    price: { price: 90.7, currency: 'BYN' },
    profile: { analysisCount: expect.any(Number), price: { price: 164.5, currency: 'BYN' } },
  })
  expect(reason!.ready).toMatch(/\d/)
  expect(reason!.note).toContain('not a diagnosis')
  expect(rows.slice(0, 5).map(({ id }) => id)).toEqual(reason!.tests.map(({ id }) => id))
  expect(profiles[0]?.id).toBe(reason!.profile!.id)
  expect((await search('searchNameTerm=ferritin')).reason).toBeNull()
})

test('a search without results suggests the nearest names', async () => {
  const { foundCount, suggestions } = await search('searchNameTerm=feritinosis')
  expect(foundCount).toBe(0)
  expect(suggestions.map(({ name }) => name)).toContain('Ferritin')
})

test('without a term all analyses are listed, page by page', async () => {
  const first = await search('')
  expect(first.rows).toHaveLength(50)
  expect((await search('pages=2')).rows).toHaveLength(100)
  expect(first.total).toBeGreaterThan(390)
})

test('hidden categories are not offered anywhere', async () => {
  const { categories: choices } = await search('')
  const hidden = [23, 24, 25, 26, 29, 30]
  expect(choices.filter(({ value }) => hidden.includes(value))).toEqual([])
  await expect(
    loadCategory({ shop: guest({ env: { categoryIds: {} } as never }), slug: 'popular' }),
  ).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('each category of this catalogue fits on one page, and a second page does not exist', async () => {
  for (const slug of CATEGORY_SLUGS) {
    const { groups, sections, pageCount } = await loadCategory({ shop: guest(), slug })
    expect(pageCount).toBe(1)
    expect(sections.map(({ rows }) => rows.length)).toEqual(groups.map(({ count }) => count))
    const second = loadCategory({ shop: guest(), slug, page: 2 })
    await expect(second).rejects.toMatchObject({ init: { status: 404 } })
  }
})

test('a category says what it is for and is listed among the others', async () => {
  const open = categories.filter(({ hidden, parentId, slug }) => !hidden && !parentId && slug !== 'profiles')
  for (const { slug } of open) {
    const view = await loadCategory({ shop: guest(), slug })
    expect(view.about, slug).toMatch(/\.$/)
    expect(view.categories.filter((link) => link.slug === slug)).toHaveLength(1)
  }
  expect((await loadCategory({ shop: guest(), slug: 'liver' })).about).toBeNull()
})

test('allergology and diagnostics have five groups each', async () => {
  for (const [slug, prefix] of [
    ['allergology', 'allergology-'],
    ['diagnostics', 'diagnostics-'],
  ] as const) {
    const { sections } = await loadCategory({ shop: guest(), slug })
    expect(sections.filter((section) => section.slug.startsWith(prefix))).toHaveLength(5)
  }
})

test('an analysis shows its whole price, date, preparation, ranges and profiles', async () => {
  const view = await analysis('1001')
  expect(view.offer).toMatchObject({
    analysesTotal: { price: 21.9, currency: 'BYN' },
    total: { price: 28.8, currency: 'BYN' },
  })
  expect(view.measured.values).toHaveLength(23)
  expect(view.measured.groups.length).toBeGreaterThan(4)
  expect(view.notes).toEqual(['Do not eat for 4 hours before; still water is allowed.'])
  expect(view.childFasts).toEqual({ isBabyFed: true, childHours: 3 })
  expect(view.profiles.length).toBeGreaterThan(0)
  expect(view.readyDay).toMatch(/\d/)
})

test('an analysis taken only at branches has no offer at home', async () => {
  const { offer } = await analysis('1223', guest({ activeLaboratoryId: String(HOME_LABORATORY) }))
  expect(offer).toBeNull()
  expect((await analysis('1223')).offer).not.toBeNull()
})

test('an unknown analysis or profile is not found', async () => {
  for (const analysisId of ['999999', 'x', '0', '-1', '1e3']) {
    await expect(loadAnalysis({ shop: guest(), analysisId, ranges: null }), analysisId).rejects.toMatchObject(
      {
        init: { status: 404 },
      },
    )
  }
  await expect(loadProfile({ shop: guest(), profileId: '999' })).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('a profile names the same first analyses as its card', async () => {
  const { profiles } = await loadProfiles({ shop: guest() })
  const { id, inside } = profiles[0]!
  expect(inside).toHaveLength(4)
  expect((await loadProfile({ shop: guest(), profileId: String(id) })).inside).toEqual(inside)
})

test('a profile that the laboratory does not offer is shown with what is missing, as an analysis is', async () => {
  const atHome = guest({ activeLaboratoryId: String(HOME_LABORATORY) })
  const offered = new Set((await loadProfiles({ shop: atHome })).profiles.map(({ id }) => id))
  const { profiles } = await loadProfiles({ shop: guest() })
  const { id, name } = profiles.find((profile) => !offered.has(profile.id))!
  const view = await loadProfile({ shop: atHome, profileId: String(id) })
  expect(view).toMatchObject({ name, offer: null, missing: [expect.any(String)] })
  expect(view.rows.length + view.missing.length).toBe(view.analysisCount)
})

test('a profile costs the sum of its analyses', async () => {
  const { profiles } = await loadProfiles({ shop: guest() })
  const { entries } = await openShownCatalogue(guest())
  expect(profiles.length).toBeGreaterThan(5)
  for (const { id, price } of profiles.slice(0, 5)) {
    const { rows } = await loadProfile({ shop: guest(), profileId: String(id) })
    const sum = rows.reduce((total, row) => total + Math.round(entries.get(row.id)!.price.price * 100), 0)
    expect(Math.round(price.price * 100)).toBe(sum)
  }
})

test('the thyroid screening is compared with the extended profile: what it lacks first, then what both have', async () => {
  const { profiles } = await loadProfiles({ shop: guest() })
  const named = (word: string) => profiles.find(({ name }) => name.includes(word))!
  const [screening, extended] = [named('железа, скрининг'), named('железа, расширенный')]
  const { comparisons } = await loadProfile({ shop: guest(), profileId: String(screening.id) })
  expect(comparisons).toHaveLength(1)
  const [{ own, other, difference, rows }] = comparisons as [(typeof comparisons)[number]]
  expect([own.id, other.id]).toEqual([screening.id, extended.id])
  expect(difference).toBe(`${(extended.price.price - screening.price.price).toFixed(2)} BYN more`)
  expect(rows.map((row) => [row.own, row.other])).toEqual([
    [false, true],
    [false, true],
    [false, true],
    [true, true],
    [true, true],
  ])
  const back = await loadProfile({ shop: guest(), profileId: String(extended.id) })
  expect(back.comparisons[0]?.difference).toMatch(/ less$/)
})

test('the list of profiles can be narrowed by purpose and links to every comparison', async () => {
  const shop = guest()
  const all = await loadProfiles({ shop })
  expect(all).toMatchObject({ chosen: null, count: all.profiles.length })
  for (const { name, count } of all.purposes) {
    const narrowed = await loadProfiles({ shop, purpose: name })
    expect(narrowed).toMatchObject({ chosen: name, count: all.count, purposes: all.purposes })
    expect(narrowed.profiles).toHaveLength(count)
  }
  const thyroid = (await loadProfiles({ shop, purpose: 'thyroid' })).profiles
  expect(thyroid[0]?.name).toContain('Щитовидная железа')
  expect((await loadProfiles({ shop, purpose: 'nonsense' })).profiles).toEqual(all.profiles)
  // Only where all are shown, a card says what it is for.
  for (const { purposes } of all.profiles) expect(purposes?.length).toBeGreaterThan(0)
  expect(thyroid.every(({ purposes }) => purposes === undefined)).toBe(true)
  for (const { id, isComparable } of thyroid) {
    const { comparisons } = await loadProfile({ shop, profileId: String(id) })
    expect(comparisons.length > 0).toBe(isComparable)
  }
})

test('profiles for one purpose end with those between which one chooses, side by side, each once', async () => {
  const shop = guest()
  const pairs = async (purpose: string | null) =>
    (await loadProfiles({ shop, purpose })).comparisons.map(({ own, other }) => [own.name, other.name])
  expect(await pairs('thyroid')).toEqual([
    ['Профиль 4. Щитовидная железа, скрининг', 'Профиль 5. Щитовидная железа, расширенный'],
  ])
  expect(await pairs('tiredness')).toHaveLength(2)
  expect(await pairs('children')).toEqual([])
  expect(await pairs(null)).toEqual([])
})

test('a category says what it is for and names the profiles that mostly belong to it', async () => {
  const { about, profiles } = await loadCategory({ shop: guest(), slug: 'hormones' })
  expect(about).toMatch(/^How the thyroid/)
  expect(profiles.length).toBeGreaterThan(0)
  for (const { inside } of profiles) expect(inside.length).toBeGreaterThan(0)
})

test('each page for search engines is listed once, as a path of the shop', async () => {
  const paths = await listPublicPages(guest())
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeGreaterThan(430)
  expect(paths.every((path) => path.startsWith('/'))).toBe(true)
})
