import { expect, test } from 'vitest'
import { wireAnalysisDetailSchema, wireProfileSchema, wireReasonAnswerSchema } from './catalogue.ts'
import {
  analysisFromWire,
  analysisToWire,
  profileFromWire,
  profileToWire,
  reasonAnswerFromWire,
  reasonAnswerToWire,
} from './catalogue-codec.ts'

const ANALYSIS = wireAnalysisDetailSchema.parse({
  id: 12,
  code: '2001',
  name: 'Ferritin',
  description: '',
  execPeriod: 3,
  retest: { days: 90, source: 'a guideline' },
  prices: [],
  catalogHeaders: [{ id: 34, name: 'Iron' }],
  specimen: 'serum',
  preparation: { fastingHours: 8, notes: [] },
  materials: [],
  tubeGroup: 'serum',
  rules: [],
  synonyms: ['iron store'],
  loinc: '2276-4',
  homeCallPossible: true,
  components: [],
  isOffered: true,
})

test('an analysis has its turnaround and its categories, and goes back to the wire as it came, with its fields in the same order', () => {
  const analysis = analysisFromWire(ANALYSIS)
  expect(analysis).toMatchObject({
    code: '2001',
    turnaroundDays: 3,
    categories: [{ id: 34 }],
    isOffered: true,
  })
  expect(analysis).not.toHaveProperty('execPeriod')
  expect(analysis).not.toHaveProperty('catalogHeaders')
  expect(JSON.stringify(analysisToWire(analysis))).toBe(JSON.stringify(ANALYSIS))
})

test('a profile has its analyses and its categories, and goes back to the wire with its fields in the same order', () => {
  const profile = wireProfileSchema.parse({
    id: 1,
    code: 'P001',
    name: 'Iron',
    description: '',
    created: '2026-03-02T08:00:00.000Z',
    updated: '2026-03-02T08:00:00.000Z',
    catalogHeaders: [{ id: 34, name: 'Iron' }],
    isOffered: true,
    labServices: [ANALYSIS],
  })
  const { analyses, ...rest } = profileFromWire(profile)
  expect(analyses).toMatchObject([{ code: '2001', turnaroundDays: 3 }])
  expect(rest).toMatchObject({ code: 'P001', categories: [{ id: 34 }], isOffered: true })
  expect(rest).not.toHaveProperty('labServices')
  expect(rest).not.toHaveProperty('catalogHeaders')
  const { catalogHeaders: categories, isOffered, labServices, ...texts } = profile
  expect(JSON.stringify(profileToWire({ ...texts, categories, isOffered, analyses: labServices }))).toBe(
    JSON.stringify(profile),
  )
})

test('a reason has its analyses, as the answer to a search has, and both go back to the wire as they came', () => {
  const reason = { id: 3, slug: 'tired', name: 'Tired', note: '', labServiceIds: [12, 14] }
  const wire = wireReasonAnswerSchema.parse({ reason, profileIds: [1], labServiceIds: [12, 14, 15] })
  const answer = reasonAnswerFromWire(wire)
  expect(answer).toMatchObject({
    reason: { slug: 'tired', analysisIds: [12, 14] },
    analysisIds: [12, 14, 15],
  })
  const { analysisIds = [] } = answer
  expect(JSON.stringify(reasonAnswerToWire({ ...answer, analysisIds }))).toBe(JSON.stringify(wire))
  // The previous release.
  expect(reasonAnswerFromWire({ reason: null, profileIds: [] })).toEqual({ reason: null, profileIds: [] })
})
