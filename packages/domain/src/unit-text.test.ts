import { expect, test } from 'vitest'
import { unitText } from './unit-text.ts'

test.each([
  ['g/L', 'g/L'],
  ['10*9/L', '× 10⁹/L'],
  ['10*12/L', '× 10¹²/L'],
  ['umol/L', 'µmol/L'],
  ['ug/(24.h)', 'µg/24 h'],
  ['u[IU]/mL', 'µIU/mL'],
  ['k[IU]/L', 'kIU/L'],
  ["[arb'U]/mL", 'U/mL'],
  ["[GPL'U]/mL", 'GPL U/mL'],
  ['mL/min/{1.73_m2}', 'mL/min/1.73 m²'],
  ['mg/mmol{creat}', 'mg/mmol'],
  ['mg{FEU}/L', 'mg FEU/L'],
  ['{copies}/mL', 'copies/mL'],
  ['/[HPF]', '/HPF'],
  ['{INR}', 'INR'],
  ['[pH]', 'pH'],
  ['%', '%'],
])('%s reads %s', (ucum, text) => {
  expect(unitText(ucum, 'en')).toBe(text)
})

test.each([
  ['mmol/L', 'ммоль/л'],
  ['10*9/L', '× 10⁹/л'],
  ['u[IU]/mL', 'мкМЕ/мл'],
  ['umol/(24.h)', 'мкмоль/24 ч'],
  ['{copies}/mL', 'копий/мл'],
  ["[arb'U]/mL", 'Ед/мл'],
  ['mm/h', 'мм/ч'],
  ['mL/min/{1.73_m2}', 'мл/мин/1,73 м²'],
  ['fL', 'фл'],
  ['[pH]', 'pH'],
])('%s reads %s in Russian', (ucum, text) => {
  expect(unitText(ucum, 'ru')).toBe(text)
})

test.each([
  ['/[HPF]', { ru: 'в п/зр', pl: 'wpw', be: 'у п/зр' }],
  ['/[LPF]', { ru: 'в п/зр (малое ув.)', pl: 'wpw (małe pow.)', be: 'у п/зр (малое пав.)' }],
  ['{copies}/mL', { ru: 'копий/мл', pl: 'kopii/mL', be: 'копій/мл' }],
  ['mm/h', { ru: 'мм/ч', pl: 'mm/h', be: 'мм/гадз' }],
  ['U/L', { ru: 'Ед/л', pl: 'U/L', be: 'Ед/л' }],
])('the words of %s are translated into each language', (ucum, texts) => {
  for (const [locale, text] of Object.entries(texts)) expect(unitText(ucum, locale)).toBe(text)
})

test('a ratio, a titre and an empty text have no unit', () => {
  for (const ucum of ['{ratio}', '{titer}', '{index}', null, undefined, ''])
    expect(unitText(ucum, 'en')).toBe('')
})
