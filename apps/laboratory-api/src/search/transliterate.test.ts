import { expect, test } from 'vitest'
import { fold } from './fold.ts'
import { blurredSoundOf, lookOf, soundOf } from './transliterate.ts'

const soundOfText = (text: string) => soundOf(fold(text))

test.each([
  ['холестерин', ['kholesterin', 'holesterin', 'xolesterin']],
  ['щелочная', ['shchelochnaya', 'schelochnaja', 'shchelochnaia', 'ščeločnaja', 'shhelochnaya']],
  ['железо', ['zhelezo', 'železo']],
  ['цинк', ['tsink', 'cink', 'tzink']],
  ['кальций', ['kalcij', 'kaltsiy', 'kaltsii', 'kalciy']],
  ['глюкоза', ['glyukoza', 'gliukoza', 'gljukoza']],
  ['ферритин', ['ferritin', 'feritin']],
  ['хламидии', ['khlamidii', 'hlamidii', 'hlamidiy']],
  ['общий', ['obshchiy', 'obshchii', 'obschij']],
])('%s sounds like its spellings in Latin letters', (russian, spellings) => {
  expect(spellings.map(soundOfText)).toEqual(spellings.map(() => soundOfText(russian)))
})

test('British and American spellings sound alike', () => {
  expect(soundOf('haemoglobin')).toBe(soundOf('hemoglobin'))
  expect(soundOf('tumour')).toBe(soundOf('tumor'))
  expect(soundOf('gonorrhoea')).toBe(soundOf('gonorrhea'))
})

test('different words have different sounds', () => {
  const words = ['калий', 'кальций', 'железо', 'ттг', 'т3', 'т4', 'альбумин', 'амилаза', 'glucose', 'insulin']
  expect(new Set(words.map(soundOfText)).size).toBe(words.length)
})

test('sounds that Russian speakers confuse are blurred', () => {
  expect(blurredSoundOf('халистирин')).toBe(blurredSoundOf('холестерин'))
  expect(blurredSoundOf('хламидиос')).toBe(blurredSoundOf('хламидиоз'))
})

test.each([
  ['в12', 'b12'],
  ['са', 'ca'],
  ['т4', 't4'],
  ['нв', 'hb'],
  ['2', 'ii'],
  ['b12', 'b12'],
])('%s looks like %s', (word, look) => {
  expect(lookOf(word)).toBe(look)
})

test('a long word, or one with a letter that looks like no Latin one, has no look', () => {
  expect([lookOf('ттг'), lookOf('кровостмнн')]).toEqual([null, null])
})
