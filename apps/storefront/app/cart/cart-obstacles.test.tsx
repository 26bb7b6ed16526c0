import type { OrderObstacle } from '@shop/domain/calculate-cart'
import { LOCALES, type Locale } from '@shop/domain/locale'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { pageHtml, textsIn, wordsOf } from '../testing/page-html.tsx'
import { CartObstacles, type ObstaclesView } from './cart-obstacles.tsx'
import type { CartLineView, CartPatientView, FeeView } from './load-cart.server.ts'
import { PatientCard } from './patient-card.tsx'
import Cart from './routes/cart.tsx'

const PRICE = { price: 16.9, currency: 'BYN' as const }
const FERRITIN: CartLineView = { analysisId: 1, name: 'Ferritin', price: PRICE, problems: [] }
const CONTAINER: FeeView = { materialId: 7, name: 'Saliva kit', quantity: 1, price: PRICE, decision: 'open' }

function patientWith(part: Partial<Pick<CartPatientView, 'lines' | 'fees'>>): CartPatientView {
  return {
    patientId: 'anna',
    fullName: 'Anna Kovaleva',
    firstName: 'Anna',
    age: { unit: 'years', count: 32 },
    lines: [],
    profiles: [],
    sharedAnalysisIds: [],
    fees: [],
    blood: null,
    preparation: {
      fastingHours: 0,
      fastFrom: null,
      fastingNote: null,
      beforeFeed: false,
      notes: [],
      urineContainer: null,
    },
    subtotal: PRICE,
    ...part,
  }
}

function problem(message: string, companions: CartLineView['problems'][number]['companions']) {
  return patientWith({ lines: [{ ...FERRITIN, problems: [{ message, companions }] }] })
}

/** What the page says about a cart: its sentences and the targets of its links. */
function shownFor(view: Omit<ObstaclesView, 'otherTimePath'> & Partial<ObstaclesView>, locale: Locale) {
  const html = pageHtml(<CartObstacles view={{ otherTimePath: null, ...view }} />, locale)
  return {
    t: textsIn(locale).t,
    sentences: [...html.matchAll(/<li><p>(.*?)<\/p>/g)].map(([, text]) => wordsOf(text!)),
    links: [...html.matchAll(/<a [^>]*href="(.*?)"/g)].map(([, href]) => href),
  }
}

const ELSEWHERE = '/laboratory?kind=branch&amp;pathnameToReturn=/order/cart'
const CASES: [OrderObstacle, CartPatientView, key: string, values: object, links: string[]][] = [
  [
    'unavailable_lines',
    patientWith({ lines: [{ ...FERRITIN, price: null }] }),
    'unavailable',
    { name: 'Ferritin' },
    [ELSEWHERE],
  ],
  ['broken_requirements', problem('Only for men.', []), 'rule', { message: 'Only for men.' }, []],
  [
    'broken_requirements',
    problem('Only with TSH.', [{ analysisId: 2, name: 'TSH' }]),
    'rule',
    { message: 'Only with TSH.' },
    ['/add-to-cart/analysis/2?pathnameToReturn=/order/cart'],
  ],
  ['undecided_materials', patientWith({ fees: [CONTAINER] }), 'undecided', { name: 'Saliva kit' }, []],
  ['delivery_currency', patientWith({ lines: [FERRITIN] }), 'deliveryCurrency', {}, [ELSEWHERE]],
]

test.each(LOCALES.flatMap((locale) => CASES.map((one) => [locale, ...one] as const)))(
  'in %s a cart with %s says which test of which patient is concerned, and what to do about it',
  (locale, obstacle, patient, key, values, links) => {
    const { t, sentences, links: shown } = shownFor({ patients: [patient], obstacles: [obstacle] }, locale)
    const named = { name: 'Ferritin', patient: 'Anna Kovaleva', ...values }
    expect(sentences).toEqual([t(`cart:notOrderable.${key}` as 'cart:notOrderable.rule', named)])
    expect(sentences[0]).not.toMatch(/[{}]|notOrderable/)
    expect(shown).toEqual(links)
  },
)

test('obstacles of several patients each get a sentence', () => {
  const view = {
    patients: CASES.map(([, patient], index) => ({ ...patient, patientId: `patient-${index}` })),
    obstacles: CASES.map(([obstacle]) => obstacle),
  }
  expect(shownFor(view, 'en').sentences).toHaveLength(CASES.length)
})

test('what is not offered here can be removed where it is said, or another laboratory chosen; the sum says how much is to be fixed', () => {
  const patient = patientWith({ lines: [{ ...FERRITIN, price: null }] })
  const view = { patients: [patient], obstacles: ['unavailable_lines' as const], otherTimePath: null }
  const html = pageHtml(<CartObstacles view={view} />)
  expect(html).toMatch(/name="patientId" value="anna".*name="analysisId" value="1".*removePatientAnalysis/s)
  expect(wordsOf(html)).toContain(
    'Ferritin, Anna Kovaleva: not offered here.Remove it: Ferritin, Anna KovalevaChoose another laboratory',
  )
  const summary = {
    patients: [],
    analysisCount: 0,
    cartTotal: PRICE,
    delivery: { regionName: null, price: null, from: { price: 33, currency: 'BYN' as const } },
    total: PRICE,
    visit: null,
    ready: null,
  }
  const cart = {
    ...view,
    summary,
    isRestricted: false,
    sharedAnalysisIds: [],
    undoable: false,
    visitPath: '/',
  }
  const props = { loaderData: { view: cart, notice: null, asksReset: false } } as unknown as ComponentProps<
    typeof Cart
  >
  const page = pageHtml(<Cart {...props} />)
  expect(page).toMatch(/href="[^"]*#to-fix"/)
  // So that the link can take the focus there.
  expect(page).toMatch(/id="to-fix" tabindex="-1"/i)
  expect(wordsOf(page)).toContain('1 test, 1 patient')
  expect(wordsOf(page)).toContain('1 thing to fix')
  expect(wordsOf(page)).toContain('from 33.00')
})

test('what adds a missing test or removes one says for whom', () => {
  const view = {
    patients: [problem('Only with TSH.', [{ analysisId: 2, name: 'TSH' }])],
    obstacles: ['broken_requirements' as const],
    otherTimePath: null,
  }
  expect(wordsOf(pageHtml(<CartObstacles view={view} />))).toContain(
    'Add “TSH” too: Anna KovalevaRemove it: Ferritin, Anna Kovaleva',
  )
})

test.each(LOCALES)('in %s a rule that another day can meet links to the choice of another time', (locale) => {
  const otherTimePath = '/order/nurse-checkout-time'
  const view = { patients: [problem('Only from 18.', [])], obstacles: ['broken_requirements' as const] }
  expect(shownFor({ ...view, otherTimePath }, locale).links).toEqual([otherTimePath])
})

test('the preparation covers only the tests that can be ordered here', () => {
  const { preparation, ...patient } = patientWith({
    lines: [FERRITIN, { ...FERRITIN, analysisId: 2, name: 'Ammonia', price: null }],
  })
  const fasting = { ...preparation, fastingHours: 8 }
  const html = pageHtml(<PatientCard patient={{ ...patient, preparation: fasting }} />)
  expect(wordsOf(html)).toContain('Before the visit')
  expect(wordsOf(html)).not.toContain('covers')
})

test('what another tab has made impossible is called undone only where something was to be undone', () => {
  const said = (notice: 'changed' | 'overtaken') => {
    const props = { loaderData: { view: null, notice, asksReset: false } } as ComponentProps<typeof Cart>
    return wordsOf(pageHtml(<Cart {...props} />))
  }
  expect(said('changed')).toContain('this can no longer be undone')
  expect(said('overtaken')).toContain('The cart was changed elsewhere at the same moment. Please try again.')
  expect(said('overtaken')).not.toContain('undone')
})
