import { expect, test } from '@playwright/test'
import { BRANCH, settleIn } from './stage.ts'
import { openWithScripts, shopTogether } from './visitor.ts'

test('a branch opens in the phone’s own maps, on an iPhone and on other phones', { tag: '@slow' }, async ({
  browser,
}) => {
  const { url } = shopTogether()
  const maps = {
    iPhone: /^https:\/\/maps\.apple\.com\/\?ll=[\d.]+,[\d.]+&q=/,
    Android: /^geo:[\d.]+,[\d.]+\?q=/,
  }
  for (const [userAgent, address] of Object.entries(maps)) {
    const page = await browser.newPage({ userAgent })
    await page.goto(`${url}/laboratories/${BRANCH}`)
    await expect(page.getByRole('link', { name: 'Open in maps' })).toHaveAttribute('href', address)
    await expect(page.getByRole('link', { name: 'Route' })).toHaveAttribute(
      'href',
      /openstreetmap\.org\/directions/,
    )
    await page.close()
  }
})

test('search engines find a branch in the sitemap named by robots.txt, and on its page its position and opening hours', async ({
  request,
}) => {
  const { url } = shopTogether()
  const textAt = async (path: string) => (await request.get(`${url}${path}`)).text()
  const robots = await textAt('/robots.txt')
  const sitemap = new URL(/^Sitemap: (\S+)$/m.exec(robots)![1]!)
  expect(await textAt(sitemap.pathname)).toContain(`${sitemap.origin}/laboratories/${BRANCH}</loc>`)
  expect(robots).not.toMatch(/^Disallow: \/(laboratories.*)?$/m)
  const page = await textAt(`/laboratories/${BRANCH}`)
  expect(page).not.toContain('noindex')
  const [, structured] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(page)!
  expect(JSON.parse(structured!)).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    address: { '@type': 'PostalAddress', addressLocality: 'Минск' },
    geo: { '@type': 'GeoCoordinates', latitude: expect.any(Number), longitude: expect.any(Number) },
    openingHoursSpecification: expect.arrayContaining([
      expect.objectContaining({ dayOfWeek: 'https://schema.org/Monday', opens: '07:00', closes: '20:00' }),
    ]),
    availableService: expect.arrayContaining([expect.objectContaining({ name: expect.any(String) })]),
  })
})

test('a branch’s data for search engines stays in the page after its other inline scripts have been removed', async ({
  page,
}) => {
  await page.goto(`${shopTogether().url}/laboratories/${BRANCH}`)
  const textOf = (isStructured: boolean) =>
    page.evaluate(
      (structured) =>
        [...document.scripts]
          .filter(({ src, type }) => !src && (type === 'application/ld+json') === structured)
          .map(({ textContent }) => textContent)
          .join(''),
      isStructured,
    )
  await expect.poll(() => textOf(false)).toBe('')
  expect(await textOf(true)).toContain('MedicalClinic')
})

test('a branch shows its map, route, hours, services and next free time, and loads nothing from other hosts', async ({
  page,
  context,
}) => {
  const { url } = shopTogether()
  await settleIn(context, shopTogether())
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) elsewhere.push(request.url())
  })
  await openWithScripts(page, `${url}/laboratories/${BRANCH}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: /^Position of the branch/ })).toBeVisible()
  await expect(main.getByRole('region', { name: 'Opening hours' }).getByRole('row')).toHaveCount(7)
  await expect(main.getByRole('region', { name: 'Services' }).getByRole('listitem')).not.toHaveCount(0)
  await expect(main).toContainText(/Next free time\s*\w+ \d+\s\w+, \d+:\d\d/)
  expect(elsewhere).toEqual([])
})

test('the branches nearest to the visitor come first, numbered as on the map beside them', {
  tag: '@slow',
}, async ({ page, context }) => {
  const { url } = shopTogether()
  await settleIn(context, shopTogether())
  await context.grantPermissions(['geolocation'], { origin: url })
  await context.setGeolocation({ latitude: 53.9, longitude: 27.56 })
  await openWithScripts(page, `${url}/laboratories`)
  await page.getByRole('button', { name: 'Nearest to me' }).click()
  await expect(page.getByRole('img', { name: /nearest branches around you/ })).toBeVisible()
  const first = page.locator('section').filter({ hasText: 'By distance' }).getByRole('listitem').first()
  await expect(first).toContainText(/^Минск, .*1Open.*\d\skm/)
})
