import { test as base, expect, type Page } from '@playwright/test'
import { freePort } from '@shop/database/testing/free-port'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { permissionsOfRole } from '@shop/domain/staff'
import { matchRoutes, type RouteObject } from 'react-router'
import routes from '../apps/desk/app/routes.ts'
import { SCREENS } from '../apps/desk/app/shell/screens.ts'
import { COLOURS, faultsOf, foreignTexts, tooWide, tooWideWhenNarrow } from './audits.ts'
import { castDesk, DESK_SCREENS, type DeskCast, type DeskScreen } from './desk-screens.ts'
import { agreeOn } from './screen-checks.ts'
import { filledFolder, SLOW_CLOCK, startProcess } from './shop-process.ts'
import { openWithScripts } from './visitor.ts'

// One worker, one shop with one morning, and one page load for everything that is checked with scripts.
base.describe.configure({ mode: 'default' })

/** Staff use wide windows, and very wide ones. */
const [WIDE, WIDEST] = [1280, 1920]
const HEIGHT = 900

/**
 * One page each for all screens of a worker: a new page each time would start a process and compile the scripts
 * again.
 */
let visitor: Page | undefined
let reader: Page | undefined

const test = base.extend<{ page: Page; reader: Page }, { cast: DeskCast }>({
  page: async ({ browser }, use) => {
    visitor ??= await browser.newPage({ reducedMotion: 'reduce' })
    await visitor.emulateMedia({ colorScheme: 'light' })
    await use(visitor)
    // What a screen leaves in its tab must not reach the next one.
    await visitor.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.evaluate(() => sessionStorage.clear())
  },
  /** Without scripts: the texts and their widths come from the server. */
  reader: async ({ browser }, use) => {
    reader ??= await browser.newPage({ javaScriptEnabled: false })
    await use(reader)
  },
  cast: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const [port, deskPort] = [String(await freePort()), String(await freePort())]
      const DESK_URL = `http://127.0.0.1:${deskPort}`
      const settings = {
        PORT: port,
        DATA_DIR: filledFolder(),
        DEMO_MORNING: 'true',
        DESK_URL,
        RESULT_RELEASE: 'critical',
        ...SLOW_CLOCK,
      }
      const shop = await startProcess('shop', settings)
      const API_ROOT = `${shop.url}/laboratory-api`
      const desk = await startProcess('desk', { PORT: deskPort, API_ROOT, DESK_URL, ...SLOW_CLOCK })
      await use(await castDesk({ url: shop.url, sandbox: `${shop.url}/sandbox` }, desk.url))
      await Promise.all([desk.stop(), shop.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

interface Staged {
  cast: DeskCast
  screen: DeskScreen
  locale: Locale
}

async function enter(page: Page, { cast, screen: { role }, locale }: Staged): Promise<void> {
  const url = cast.desk
  await page.context().clearCookies()
  await page
    .context()
    .addCookies([
      { name: 'deskLocale', value: locale, url },
      ...(role ? [{ name: 'deskSession', value: cast.tokens[role], url, httpOnly: true }] : []),
    ])
}

const addressOf = ({ cast, screen: { path } }: Staged) =>
  `${cast.desk}${typeof path === 'string' ? path : path(cast)}`

/** Names of people in the demo, what they typed, and what others name their things. */
const NAMES = [
  'Balance change from activity',
  'Analyser of the demo',
  'The bell does not ring: please call.',
  'Comes with a wheelchair: ground floor.',
  'The card is closed.',
]

async function checkWords(page: Page, locale: Locale): Promise<void> {
  expect
    .soft(await foreignTexts(page, NAMES), `every text is marked with its language in ${locale}`)
    .toEqual([])
  expect.soft(await tooWide(page), `nothing is wider than the window in ${locale}`).toEqual([])
}

interface Entry {
  id?: string
  path?: string
  file: string
  children?: readonly Entry[]
}

/** Every page among the desk's routes, with its pattern; routes without a page (a file, a logout) are not `.tsx`. */
function pagesOf(entries: readonly Entry[]): RouteObject[] {
  return entries.flatMap(({ id = '', path = '', file, children }) =>
    children ? pagesOf(children) : file.endsWith('.tsx') ? [{ id, path }] : [],
  )
}

test('every page of the desk is among these screens, and those in the navigation are opened by someone who may see them', () => {
  const pages = pagesOf(routes)
  const ids = new Proxy({}, { get: (_, name) => String(name) }) as DeskCast['ids']
  const cast = { ids, invitation: '/invitation#token=x' } as DeskCast
  const shown = DESK_SCREENS.map((screen) => {
    const { pathname } = new URL(addressOf({ cast: { ...cast, desk: 'http://desk' }, screen, locale: 'en' }))
    return { role: screen.role, pathname, page: matchRoutes(pages, pathname)?.[0]?.route.id }
  })
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.map(({ id }) => id).filter((id) => !shown.some(({ page }) => page === id))).toEqual([])
  const unseen = SCREENS.filter(
    ({ to, permission }) =>
      !shown.some(({ role, pathname }) => {
        return role && pathname === to && permissionsOfRole(role).includes(permission)
      }),
  )
  expect(unseen).toEqual([])
})

for (const screen of DESK_SCREENS) {
  test(`the desk's ${screen.name} looks as agreed, is accessible, light and dark, and fits its texts in every language`, async ({
    page,
    reader,
    cast,
  }) => {
    const { width = WIDE } = screen
    const staged = { cast, screen, locale: 'en' } as const
    await page.setViewportSize({ width, height: HEIGHT })
    await enter(page, staged)
    await openWithScripts(page, addressOf(staged))
    await screen.prepare?.(page, cast)
    const name = `desk-${screen.name.replaceAll(/\W+/g, '-')}-${width}.png`
    await agreeOn(page, name, screen.covered)
    expect.soft(await faultsOf(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await faultsOf(page, COLOURS), 'dark').toEqual([])
    await checkWords(page, 'en')
    if (!screen.width) {
      await page.setViewportSize({ width: WIDEST, height: HEIGHT })
      expect.soft(await tooWide(page), 'nothing is wider than a very wide window').toEqual([])
      expect.soft(await tooWideWhenNarrow(page), 'nothing is wider than a very narrow one').toEqual([])
    }
    await reader.setViewportSize({ width, height: HEIGHT })
    for (const locale of LOCALES.filter((each) => each !== 'en')) {
      await enter(reader, { ...staged, locale })
      await reader.goto(addressOf(staged))
      await checkWords(reader, locale)
    }
  })
}
