import { expect, test } from 'vitest'
import { markHit } from './mark-hit.ts'

const marked = (name: string, term: string) =>
  markHit(name, term)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')

test.each([
  ['Total iron-binding capacity', 'iron', 'Total [iron]-binding capacity'],
  ['Iron', 'IRON', '[Iron]'],
  ['Environment', 'iron', 'Environment'],
  ['Ферритин', 'фер', '[Фер]ритин'],
  ['Щёлочная фосфатаза', 'щелочная', '[Щёлочная] фосфатаза'],
  ['Vitamin D, 25-OH total', 'vitamin d', '[Vitamin] D, 25-OH total'],
  ['Vitamin B12', 'b12 vit', '[Vit]amin [B12]'],
  ['Naïve cells', 'naive', '[Naïve] cells'],
  ['C-reactive protein', '(c', 'C-reactive protein'],
  ['Ferritin', '', 'Ferritin'],
])('%s, searched by "%s", is marked %s', (name, term, text) => {
  expect(marked(name, term)).toBe(text)
})

test('the parts add up to the name', () => {
  const name = '𝒜 Iron, железо ЖЕЛЕЗО İ'
  expect(
    markHit(name, 'iron железо')
      .map(({ text }) => text)
      .join(''),
  ).toBe(name)
})
