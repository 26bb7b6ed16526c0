import { expect, test } from 'vitest'
import { brandTone, contrastOf, fromOklch, mixColours, toOklch } from './colour.ts'

// Values of CSS Color 4's sample conversions.
test.each([
  ['#ffffff', { l: 1, c: 0 }],
  ['#000000', { l: 0, c: 0 }],
  ['#ff0000', { l: 0.628, c: 0.2577, h: 29.23 }],
  ['#0000ff', { l: 0.452, c: 0.3132, h: 264.05 }],
  ['#173366', { l: 0.3304, c: 0.0961, h: 261.22 }],
])('%s has in OKLCH the values of the standard', (colour, expected) => {
  const found = toOklch(colour)
  expect(found.l).toBeCloseTo(expected.l, 3)
  expect(found.c).toBeCloseTo(expected.c, 3)
  if ('h' in expected) expect(found.h).toBeCloseTo(expected.h!, 1)
})

test('a colour comes back from OKLCH, and one that no screen shows is cut off', () => {
  for (const colour of ['#ffffff', '#000000', '#ff0000', '#173366', '#0f4a43']) {
    expect(fromOklch(toOklch(colour))).toBe(colour)
  }
  expect(fromOklch({ l: 0.9, c: 0.4, h: 261 })).toMatch(/^#[0-9a-f]{6}$/)
})

test('the scale of a brand follows its hue and its chroma', () => {
  const { hue, chroma } = brandTone('#173366')
  expect(hue).toBeCloseTo(261, 0)
  expect(chroma).toBeCloseTo(1, 2)
  expect(brandTone('#808080').chroma).toBeCloseTo(0, 2)
  expect(brandTone('#0000ff').chroma).toBe(1.2)
})

test('contrast is calculated as in WCAG, in either order', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#767676', '#ffffff')).toBe(contrastOf('#ffffff', '#767676'))
})

test('a share of another colour is mixed in', () => {
  expect(mixColours('#173366', '#ffffff', 0)).toBe('#173366')
  expect(mixColours('#173366', '#ffffff', 1)).toBe('#ffffff')
  expect(mixColours('#000000', '#0a0014', 0.5)).toBe('#05000a')
})
