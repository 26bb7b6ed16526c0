import { expect, test } from 'vitest'
import { backPath } from '../platform/navigation/back-path.ts'
import { pageHtml } from '../testing/page-html.tsx'
import GuestAddPage from './guest-add-page.tsx'
import AddToCart from './routes/add-to-cart.tsx'
import { choiceAddress, wayBack } from './way-back.ts'

// A complaint that was searched for is found again with Back, whoever was added on the way.

const PATHNAME = '/add-to-cart/analysis/1-2'
const SEARCH = '/search?searchNameTerm=%D0%B2%D1%8F%D0%BB%D0%BE%D1%81%D1%82%D1%8C'
const query = new URLSearchParams({ pathnameToReturn: SEARCH })
const address = `${PATHNAME}?${query}`

const addable = { profileId: null, name: '2 tests', analysisIds: [1, 2], lines: [], total: null, ready: null }
const choice = {
  ...{ fullName: 'Anna Kovaleva', age: { unit: 'years', count: 34 }, gender: 'FEMALE', born: '5 March 1992' },
  ...{ state: 'offered', reasons: [], addedCount: 2, wantedCount: 2, leftOutIds: [], needsPregnancy: false },
  ...{ companions: [], remarks: [], unconfirmed: null },
  quote: { sum: { price: 23.8, currency: 'BYN' }, materials: [] },
}

/** The addresses of a piece of HTML that start with a path. */
const linksTo = (html: string, path: string) =>
  [...html.matchAll(/(?:href|action)="([^"]*)"/g)]
    .map(([, link]) => new URL(link!.replaceAll('&amp;', '&'), 'http://shop.test'))
    .filter(({ pathname }) => pathname === path)

/** Where Back leads from the choice that a page leads back to. */
function backFromChoice(url: URL) {
  const choiceAgain = new URL(url.searchParams.get('pathnameToReturn')!, url)
  expect(choiceAgain.pathname).toBe(PATHNAME)
  return backPath('addToCart', { addableType: 'analysis', addableId: '1-2' }, choiceAgain.searchParams)
}

test.each(['REGISTER', 'LOGIN'])('a guest at the form of %s keeps the way back to the search', (authMode) => {
  const html = pageHtml(<GuestAddPage addable={addable} documents={[]} />, 'en', {
    address: `${address}&authMode=${authMode}&kept=1`,
  })
  const [form] = linksTo(html, authMode === 'LOGIN' ? '/login' : '/register')
  expect(backFromChoice(form!)).toBe(SEARCH)
  expect(form!.searchParams.get('pathnameToReturn')).toBe(address)
  const [otherMode] = linksTo(html, PATHNAME)
  expect(otherMode!.searchParams.get('pathnameToReturn')).toBe(SEARCH)
})

function pageFor(patientIds: readonly string[]) {
  const choices = patientIds.map((patientId) => ({ ...choice, patientId }))
  const loaderData = { addable, choices, documents: [], kept: null, isAdded: false, formOwner: null }
  const params = { addableType: 'analysis', addableId: '1-2' }
  const props = { loaderData, params, actionData: undefined } as unknown as Parameters<typeof AddToCart>[0]
  return pageHtml(<AddToCart {...props} />, 'en', { address })
}

test('whoever adds the first patient keeps the way back to the search', () => {
  const [first] = linksTo(pageFor([]), '/patients/create')
  expect(backFromChoice(first!)).toBe(SEARCH)
})

test('whoever chooses everyone without scripts keeps the way back to the search', () => {
  const everyone = linksTo(pageFor(['anna', 'eva']), PATHNAME).find(({ searchParams }) =>
    searchParams.has('addedPatientId'),
  )
  expect(everyone!.searchParams.getAll('addedPatientId')).toEqual(['anna', 'eva'])
  expect(everyone!.searchParams.get('pathnameToReturn')).toBe(SEARCH)
})

test('an address names no page of another site, and none that is too long for the headers of three redirects', () => {
  expect(choiceAddress({ pathname: PATHNAME, search: '' })).toBe(PATHNAME)
  expect(wayBack('?pathnameToReturn=//evil.example')).toEqual([])
  expect(wayBack(`?${new URLSearchParams({ pathnameToReturn: `${SEARCH}${'%D0'.repeat(200)}` })}`)).toEqual(
    [],
  )
})

test('Enter adds for the chosen patients: its button comes before that for another patient, and no browser skips it', () => {
  const [form] = /<form[\s\S]*?<\/form>/.exec(pageFor(['anna', 'eva']))!
  const buttons = [...form.matchAll(/<button[^>]*type="submit"[^>]*>/g)].map(([tag]) => tag)
  expect(buttons[0]).toContain('value="add"')
  expect(buttons[0]).not.toMatch(/\shidden\b/)
  expect(buttons[1]).toContain('value="addPatient"')
})
