import { expect, test } from 'vitest'
import { inOrderOfDraw } from './order-of-draw.ts'

test('tubes are filled so that nothing from one spoils the next, and other containers come last', () => {
  const containers = [
    { name: 'swab', additive: null },
    { name: 'EDTA', additive: 'edta' },
    { name: 'gel', additive: 'serum' },
    { name: 'urine', additive: null },
    { name: 'fluoride', additive: 'fluoride' },
    { name: 'citrate', additive: 'citrate' },
    { name: 'heparin', additive: 'heparin' },
  ] as const
  expect(inOrderOfDraw(containers).map(({ name }) => name)).toEqual([
    'citrate',
    'gel',
    'heparin',
    'EDTA',
    'fluoride',
    'swab',
    'urine',
  ])
})
