import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import RepeatTests from './repeat-tests.tsx'

test('one test is called so on the page of its report too, and several are called these tests', () => {
  const titleOf = (count: number) => {
    const repeat = { path: '/test-results/r/patients/p', count, planned: 'May 2027', months: [] }
    return wordsOf(pageHtml(<RepeatTests repeat={repeat} />))
  }
  expect(titleOf(1)).toContain('Repeat this test')
  expect(titleOf(2)).toContain('Repeat these tests')
})
