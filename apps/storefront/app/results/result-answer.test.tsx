import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { BodySystems } from './result-answer.tsx'
import { valueNamed } from './testing/value-view.ts'

const LOW = { word: 'low', shape: 'low', isOutside: true } as const

test('the line of a body system counts its values, and never says that a low value is above the range', () => {
  const systems = [{ group: 'redCells' as const, values: [valueNamed('one', LOW), valueNamed('other')] }]
  const words = wordsOf(pageHtml(<BodySystems systems={systems} trends={[]} />, 'en'))
  expect(words).toContain('1 in range · 1 outside, shown first')
  expect(words).not.toContain('outside the range')
})
