import { expect, test } from 'vitest'
import { pageHtml } from '../testing/page-html.tsx'
import RepeatTests from './repeat-tests.tsx'

test('planned or not, one line says which, so that a change is read out and keeps the focus', () => {
  const months = [{ value: '1', label: 'December 2026' }]
  const linesFor = (planned: string | null) => {
    const html = pageHtml(<RepeatTests repeat={{ path: '/test-results/r/patients/p', planned, months }} />)
    return [...html.matchAll(/<p role="status"[^>]*>(.*?)<\/p>/g)].map(([, text]) => text)
  }
  expect(linesFor('May 2027')).toEqual(['Planned for May 2027'])
  expect(linesFor(null)).toEqual([expect.stringMatching(/^If you want the same again/)])
})
