import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../testing/page-html.tsx'
import { BodySystems } from './result-answer.tsx'
import type { ValueView } from './value-view.server.ts'

const value = (id: string, isOutside: boolean): ValueView => ({
  id,
  name: id,
  group: 'redCells',
  text: '5',
  unit: '%',
  decimals: 1,
  isText: false,
  word: isOutside ? 'low' : 'normal',
  shape: isOutside ? 'low' : 'in',
  position: null,
  open: null,
  range: null,
  isOutside,
  distance: null,
  method: null,
  comment: null,
  status: null,
  replaced: [],
  earlier: null,
})

test('the line of a body system counts its values, and never says that a low value is above the range', () => {
  const systems = [{ group: 'redCells' as const, values: [value('one', true), value('other', false)] }]
  const words = wordsOf(pageHtml(<BodySystems systems={systems} trends={[]} />, 'en'))
  expect(words).toContain('1 in range · 1 outside, shown first')
  expect(words).not.toContain('outside the range')
})
