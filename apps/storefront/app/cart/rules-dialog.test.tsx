import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { pageHtml, textsIn, wordsOf } from '../testing/page-html.tsx'
import type { AddOutcome, OutcomeApplication } from './add-to-cart.server.ts'
import type { PatientChoice } from './patient-choices.server.ts'
import RulesDialog from './rules-dialog.tsx'

const CHOICES = [{ patientId: 'anna', fullName: 'Anna Kovaleva' }] as PatientChoice[]
const INCLUDED: OutcomeApplication = {
  patientId: 'anna',
  effect: 'leftOut',
  rule: 'ALREADY_INCLUDES',
  message: 'The rule in its own words.',
  name: 'Glucose',
  includedIn: 'Profile of sugars',
}
const ONLY_MEN: OutcomeApplication = { ...INCLUDED, rule: 'SEX', message: 'Only for men.' }

type Outcome = Pick<AddOutcome, 'applications' | 'addedCount'>

/** What the dialog shows: its title, the sentences for each person, whether it links to the cart. */
function shownFor(given: Outcome, locale: (typeof LOCALES)[number]) {
  const outcome: AddOutcome = {
    kind: 'restricted',
    title: { key: 'cart:add.outcome.restricted' },
    chosen: [],
    requests: {},
    ...given,
  }
  const html = pageHtml(<RulesDialog outcome={outcome} choices={CHOICES} />, locale)
  return {
    isThere: /<dialog[^>]* open=""/.test(html),
    title: wordsOf(/<h2[^>]*>(.*?)<\/h2>/.exec(html)![1]!),
    name: wordsOf(/<li><b>(.*?)<\/b>/.exec(html)![1]!),
    sentences: [...html.matchAll(/<p class="small">(.*?)<\/p>/g)].map(([, text]) => wordsOf(text!)),
    leadsToCart: html.includes('href="/order/cart"'),
  }
}

/** How each language says what was done; the words for the other case must not appear. */
const DONE = {
  en: { leftOut: 'was not added', removed: 'was taken out of the cart' },
  ru: { leftOut: 'не добавлен', removed: 'убран из корзины' },
  pl: { leftOut: 'Nie dodano', removed: 'Usunięto z koszyka' },
  be: { leftOut: 'не дададзены', removed: 'прыбраны з кошыка' },
} as const

test.each(
  LOCALES.flatMap((locale) => [
    [locale, 'leftOut', 0, 'nothing'] as const,
    [locale, 'leftOut', 2, 'restricted'] as const,
    [locale, 'removed', 1, 'replaced'] as const,
  ]),
)('in %s an analysis that is %s while %i came in is shown as such', (locale, effect, addedCount, title) => {
  const { t } = textsIn(locale)
  const shown = shownFor({ applications: [{ ...INCLUDED, effect }], addedCount }, locale)
  const { name, includedIn } = INCLUDED
  const sentence = t(`cart:add.included.${effect}`, { name, includedIn })
  expect(shown).toEqual({
    isThere: true,
    title: t(`cart:add.outcome.${title}`),
    name: 'Anna Kovaleva',
    sentences: [sentence],
    leadsToCart: addedCount > 0,
  })
  const other = effect === 'leftOut' ? 'removed' : 'leftOut'
  expect(sentence).toContain(DONE[locale][effect])
  expect(sentence).not.toContain(DONE[locale][other])
  // First the smaller test, which was affected, then the larger one, which is why.
  expect(sentence.indexOf(name)).toBeLessThan(sentence.indexOf(includedIn))
  expect(sentence.indexOf(name)).toBeGreaterThan(-1)
})

test('other rules, also ones broken by a test in the cart, are reported once each in their own words', () => {
  const broken: OutcomeApplication = { ...INCLUDED, effect: 'broken' }
  const { title, sentences } = shownFor({ applications: [ONLY_MEN, ONLY_MEN, broken], addedCount: 1 }, 'en')
  expect(title).toBe('Not everything was added')
  expect(sentences).toEqual(['Only for men.', 'The rule in its own words.'])
})
