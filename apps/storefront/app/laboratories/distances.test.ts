import { expect, test } from 'vitest'
import { textsIn } from '../testing/page-html.tsx'

test.each([
  ['en', '7.1\u00a0km'],
  ['ru', '7,1\u00a0км'],
  ['pl', '7,1\u00a0km'],
  ['be', '7,1\u00a0км'],
] as const)('in %s a distance uses the number format of the language', (locale, text) => {
  const { t } = textsIn(locale)
  expect(t('laboratories.kilometres', { distance: 7.1 })).toBe(text)
  expect(t('laboratories.kilometres', { distance: 7 })).toBe(text.replace(/.1/, ''))
})
