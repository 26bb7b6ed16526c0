import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, problem, sent } from '../testing/test-shop.ts'
import { bySystem, changePatientAnalyzesList } from './patient-analyzes-list.server.ts'

type Wire = Parameters<typeof bySystem>[0][number]

const LIVER = { id: 31, name: 'Liver', about: null }
const IRON = { id: 34, name: 'Iron', about: null }

const analysis = (id: string, system: Wire['system'], outsideCount = 0, hasCritical = false) =>
  ({ id, system, outsideCount, hasCritical }) as Wire
const namesOf = (analyses: Wire[]) =>
  bySystem(analyses, ({ id }) => ({ id }) as never).map((entry) =>
    'analyses' in entry ? [entry.name, ...entry.analyses.map(({ id }) => id)] : entry.id,
  )

test('many analyses are grouped by part of the body, those outside their range first; a lone one is not', () => {
  const many = [
    analysis('alt', LIVER),
    analysis('count', { id: 1, name: 'Blood', about: null }),
    analysis('ferritin', IRON, 1),
    analysis('ast', LIVER),
    analysis('iron', IRON),
    analysis('withdrawn', null),
  ]
  expect(namesOf(many)).toEqual([['Iron', 'ferritin', 'iron'], ['Liver', 'alt', 'ast'], 'count', 'withdrawn'])
})

test('few analyses, or those of one part, stay one list: critical first, then outside the range', () => {
  const few = [analysis('alt', LIVER), analysis('iron', IRON), analysis('ast', LIVER)]
  expect(namesOf(few)).toEqual(['alt', 'iron', 'ast'])
  const found = [
    analysis('alt', LIVER),
    analysis('iron', IRON, 1),
    analysis('ast', LIVER),
    analysis('ferritin', IRON, 1, true),
  ]
  expect(namesOf(found)).toEqual(['ferritin', 'iron', 'alt', 'ast'])
  const allOfLiver = ['1', '2', '3', '4', '5', '6'].map((id) => analysis(id, LIVER))
  expect(namesOf(allOfLiver)).toEqual(['1', '2', '3', '4', '5', '6'])
})

const IDS = {
  testResultId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10',
  patientId: '0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d11',
}
const PATH = `test-results/${IDS.testResultId}/patients/${IDS.patientId}/repeat`

test.each(['planRepeat', 'dropRepeat'])(
  'while the database is away, %s stays on the page and says so',
  async (intent) => {
    const away = () => problem('not_ready', {}, { 'Retry-After': '5' })
    const { shop } = createTestShop({ [`PUT ${PATH}`]: away, [`DELETE ${PATH}`]: away })
    const form = sent(formOf({ intent, month: '2040-06-01' }))
    const { status, failure } = outcomeOf(await changePatientAnalyzesList(shop, IDS, form))
    expect(status).toBe(503)
    expect(failure).toMatchObject({ intent, problem: 'not_ready' })
  },
)

test.each(['not_found', 'conflict'] as const)(
  'a page older than what the main API refuses as %s says so, and stays',
  async (code) => {
    const { shop } = createTestShop({ [`PUT ${PATH}`]: problem(code) })
    const form = sent(formOf({ intent: 'planRepeat', month: '2040-06-01' }))
    const { failure } = outcomeOf(await changePatientAnalyzesList(shop, IDS, form))
    expect(failure).toMatchObject({ reasons: [{ key: 'forms.problem.conflict' }] })
  },
)

test('the month reaches the main API as it was shown, and nothing else does', async () => {
  const { shop, calls } = createTestShop({ [`PUT ${PATH}`]: { month: '2040-06-01' } })
  const choose = (month: string) =>
    changePatientAnalyzesList(shop, IDS, sent(formOf({ intent: 'planRepeat', month })))
  await choose('2040-06-01')
  await choose('3')
  await choose('toString')
  expect(calls.map(({ body }) => body)).toEqual([{ month: '2040-06-01' }])
})
