import { expect, test } from 'vitest'
import {
  asksForMorningUrine,
  asksForNothing,
  collectsUrineBefore,
  isUrineContainer,
  mergePreparation,
} from './preparation.ts'
import { readCatalogue } from './testing/real-catalogue.ts'

const FAST_4 = 'Do not eat for 4 hours before; still water is allowed.'
const FAST_8 = 'Do not eat for 8 hours before; still water is allowed.'
const FAST_12 = 'Do not eat for 12 hours before; still water is allowed.'
const PROSTATE = 'Avoid sex for two days and prostate examination for two weeks before.'
const URINE_24 = 'Collect all urine for 24 hours, measure the volume, mix and bring 100 mL.'
const VISIT = { start: '2026-11-23T08:30:00+03:00', zone: 'Europe/Minsk' }
const NOTHING = 'No special preparation.'

test('the longest fast covers the shorter ones and starts that long before the visit', () => {
  const analyses = [
    { fastingHours: 4, notes: [FAST_4, PROSTATE] },
    { fastingHours: 12, notes: [FAST_12] },
    { fastingHours: 8, notes: [FAST_8, URINE_24] },
  ]
  expect(mergePreparation({ analyses, visit: VISIT })).toEqual({
    fastingHours: 12,
    fastFrom: '2026-11-22T17:30:00.000Z',
    fastingNote: FAST_12,
    beforeFeed: false,
    isLateForUrine: false,
    notes: [PROSTATE, URINE_24],
  })
})

test('a note shared by several analyses is given once', () => {
  const analyses = [
    { fastingHours: 0, notes: [PROSTATE] },
    { fastingHours: 0, notes: [PROSTATE] },
  ]
  expect(mergePreparation({ analyses })).toEqual({
    fastingHours: 0,
    beforeFeed: false,
    isLateForUrine: false,
    notes: [PROSTATE],
  })
})

test('without a visit the start of the fast is unknown', () => {
  const merged = mergePreparation({ analyses: [{ fastingHours: 4, notes: [FAST_4] }], visit: null })
  expect(merged).toEqual({
    fastingHours: 4,
    fastingNote: FAST_4,
    beforeFeed: false,
    isLateForUrine: false,
    notes: [],
  })
})

test('a fast is also found in Russian words, and other hours are not mistaken for it', () => {
  const analyses = [
    { fastingHours: 4, notes: ['Не есть 4 ч до взятия; можно пить воду.', 'Собрать всю мочу за 24 часа.'] },
    { fastingHours: 8, notes: ['Не есть 8 ч до взятия; можно пить воду.', 'Сдавать с 7 до 11 часов утра.'] },
  ]
  expect(mergePreparation({ analyses })).toEqual({
    fastingHours: 8,
    fastingNote: 'Не есть 8 ч до взятия; можно пить воду.',
    beforeFeed: false,
    isLateForUrine: false,
    notes: ['Собрать всю мочу за 24 часа.', 'Сдавать с 7 до 11 часов утра.'],
  })
})

test('“nothing is needed” is said only when nothing is needed', () => {
  const free = { fastingHours: 0, notes: [NOTHING] }
  const once = { fastingHours: 0, notes: ['Done once in life; no preparation is needed.'] }
  expect(mergePreparation({ analyses: [free, once] }).notes).toEqual([NOTHING])
  expect(mergePreparation({ analyses: [free, { fastingHours: 4, notes: [FAST_4] }] }).notes).toEqual([])
  expect(mergePreparation({ analyses: [free, { fastingHours: 0, notes: [PROSTATE] }] }).notes).toEqual([
    PROSTATE,
  ])
})

test('the morning’s urine is late from noon on, in the business zone', () => {
  const analyses = [{ fastingHours: 0, notes: ['Bring the first morning urine.'] }]
  const isLate = (visit: typeof VISIT | null, of = analyses) =>
    mergePreparation({ analyses: of, visit }).isLateForUrine
  const at = (start: string) => ({ start, zone: 'Europe/Minsk' })
  expect(isLate(at('2026-11-23T08:59:00Z'))).toBe(false)
  expect(isLate(at('2026-11-23T09:00:00Z'))).toBe(true)
  expect(isLate(at('2026-11-23T09:00:00Z'), [{ fastingHours: 0, notes: [URINE_24] }])).toBe(false)
  expect(isLate(null)).toBe(false)
})

test('no analyses need no preparation', () => {
  expect(mergePreparation({ analyses: [] })).toEqual({
    fastingHours: 0,
    beforeFeed: false,
    isLateForUrine: false,
    notes: [],
  })
})

const LONG_FAST = [{ fastingHours: 12, notes: [FAST_12, PROSTATE] }]

test('a baby does not fast, whatever the tests: it is taken right before the next feed', () => {
  expect(mergePreparation({ analyses: LONG_FAST, visit: VISIT, ageYears: 0 })).toEqual({
    fastingHours: 0,
    beforeFeed: true,
    isLateForUrine: false,
    notes: [PROSTATE],
  })
  const free = mergePreparation({ analyses: [{ fastingHours: 0, notes: [NOTHING] }], ageYears: 0 })
  expect(free).toEqual({ fastingHours: 0, beforeFeed: false, isLateForUrine: false, notes: [NOTHING] })
})

test('a child fasts three hours where an adult fasts four, and longer only if the test demands it', () => {
  const analyses = [{ fastingHours: 4, notes: [FAST_4] }]
  for (const ageYears of [1, 17]) {
    expect(mergePreparation({ analyses, visit: VISIT, ageYears })).toEqual({
      fastingHours: 3,
      fastFrom: '2026-11-23T02:30:00.000Z',
      beforeFeed: false,
      isLateForUrine: false,
      notes: [],
    })
    expect(mergePreparation({ analyses: LONG_FAST, ageYears })).toMatchObject({
      fastingHours: 12,
      fastingNote: FAST_12,
    })
  }
  expect(mergePreparation({ analyses, ageYears: 18 })).toMatchObject({ fastingHours: 4, fastingNote: FAST_4 })
})

test('a container for urine is recognised by its name', () => {
  expect(
    [
      'Sterile urine container, 100 mL',
      'Контейнер для мочи стерильный, 100 мл',
      '24-hour urine container, 2.7 L',
    ].map(isUrineContainer),
  ).toEqual([true, true, true])
  expect(
    [
      'Stool container with spoon',
      '13C-urea breath test kit',
      'Набор для дыхательного теста',
      'Мочевина',
    ].map(isUrineContainer),
  ).toEqual([false, false, false, false])
})

test('the morning’s urine is recognised by its words, and neither a day’s urine nor another sample of a morning is', () => {
  expect(
    [
      'Collect the middle portion of morning urine and bring it within two hours.',
      'Подмыться, собрать среднюю порцию утренней мочи, доставить в течение 2 часов.',
    ].map(asksForMorningUrine),
  ).toEqual([true, true])
  expect(
    [
      URINE_24,
      'Give blood between 7 and 11 in the morning.',
      'Men do not pass urine for two hours.',
      'Утренняя мокрота после полоскания рта.',
    ].map(asksForMorningUrine),
  ).toEqual([false, false, false, false])
})

test('urine is collected before a nurse comes, but not before a visit to a branch', () => {
  const materials = ['Blood collection', 'Sterile urine container, 100 mL']
  expect(collectsUrineBefore('homeCall', materials)).toBe(true)
  expect(collectsUrineBefore('homeCall', materials.slice(0, 1))).toBe(false)
  expect(collectsUrineBefore('branch', materials)).toBe(false)
})

test('a translated note or container means the same as its original', () => {
  const { analyses, materials, translations } = readCatalogue()
  const notes = new Set(analyses.flatMap(({ preparation }) => preparation.notes))
  const containers = new Set(materials.map(({ name }) => name))
  for (const { en, pl, be } of translations.filter(({ en: text }) => notes.has(text))) {
    for (const note of [pl, be]) {
      expect([note, asksForNothing(note)]).toEqual([note, asksForNothing(en)])
      expect([note, asksForMorningUrine(note)]).toEqual([note, asksForMorningUrine(en)])
      for (const fastingHours of [4, 8, 12]) {
        const fastOf = (text: string) =>
          mergePreparation({ analyses: [{ fastingHours, notes: [text] }], ageYears: 30 }).fastingNote !==
          undefined
        expect([note, fastOf(note)]).toEqual([note, fastOf(en)])
      }
    }
  }
  for (const { en, pl, be } of translations.filter(({ en: text }) => containers.has(text))) {
    expect([en, isUrineContainer(pl), isUrineContainer(be)]).toEqual([
      en,
      isUrineContainer(en),
      isUrineContainer(en),
    ])
  }
})
