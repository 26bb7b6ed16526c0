import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BloodTube,
  bloodDraw,
  childsLimit,
  type DrawnAnalysis,
  type DrawnMaterial,
} from './blood-draw.ts'

const tube = (millilitres: number | null, sharedBy: BloodTube['sharedBy'], tubes = 1): BloodTube => ({
  millilitres,
  tubes,
  sharedBy,
})
const MATERIALS = new Map<number, DrawnMaterial>(
  [
    { id: 20, kind: 'tube', additive: 'serum' as const, blood: tube(5, 3) },
    { id: 21, kind: 'tube', additive: 'edta' as const, blood: tube(3, 'any') },
    { id: 22, kind: 'tube', additive: 'citrate' as const, blood: tube(2.7, 'any') },
    { id: 23, kind: 'tube', additive: 'fluoride' as const, blood: tube(2, null) },
    { id: 28, kind: 'tube', additive: 'none' as const },
    { id: 30, kind: 'tube', additive: 'heparin' as const, blood: tube(1, null, 4) },
    { id: 40, kind: 'container' },
  ].map((material) => [material.id, material]),
)
let id = 0
const of = (materialId: number | null, more: Partial<DrawnAnalysis> = {}): DrawnAnalysis => ({
  id: ++id,
  materialId,
  ...more,
})
const draw = (...analyses: DrawnAnalysis[]) => bloodDraw(analyses, MATERIALS)

test('tests share a tube until it is used up', () => {
  expect(draw(of(20), of(20), of(20))).toMatchObject({ tubes: 1, millilitres: 5, punctures: 1 })
  expect(draw(of(20), of(20), of(20), of(20))).toMatchObject({ tubes: 2, millilitres: 10, punctures: 1 })
})

test('plasma and whole blood do not share a tube, although the kind of tube is the same', () => {
  const [blood, plasma] = [{ tubeGroup: 'whole blood' }, { tubeGroup: 'plasma' }]
  expect(draw(of(21, blood), of(21, blood), of(21, plasma))).toMatchObject({ tubes: 2, millilitres: 6 })
})

test('without a source that lets tests share a tube each has its own; a set counts in full', () => {
  expect(draw(of(23), of(23))).toMatchObject({ tubes: 2, millilitres: 4 })
  expect(draw(of(30))).toMatchObject({ tubes: 4, millilitres: 4, punctures: 1 })
})

test('a load test adds later draws to the first one', () => {
  const result = draw(of(23, { draws: 3 }), of(21))
  expect(result).toMatchObject({ tubes: 4, millilitres: 9, punctures: 3 })
})

test('tests whose blood volume is unknown are listed, not added up', () => {
  const copper = of(28)
  const clearance = of(40, { draws: 1 })
  const result = draw(of(21), copper, clearance)
  expect(result).toMatchObject({ tubes: 2, millilitres: 3, punctures: 1 })
  expect(result.unknownAnalysisIds).toEqual([copper.id, clearance.id])
})

test('urine is a container without blood', () => {
  const result = draw(of(40), of(40), of(null))
  expect(result).toMatchObject({ tubes: 0, millilitres: 0, punctures: 0, unknownAnalysisIds: [] })
  expect(result.containers).toMatchObject([{ materialId: 40, count: 1, millilitres: null }])
})

test('tubes are listed in the order of draw, then the containers without blood', () => {
  const result = draw(of(40), of(21), of(20), of(22))
  expect(result.containers.map(({ materialId }) => materialId)).toEqual([22, 20, 21, 40])
})

const anAnalysis = fc
  .record({
    materialId: fc.constantFrom(20, 21, 22, 23, 28, 30, 40),
    tubeGroup: fc.constantFrom('a', 'b'),
    draws: fc.constantFrom(undefined, 1, 2),
  })
  .map((rest) => of(rest.materialId, rest))

test('one more test never takes less blood, and the order of the tests does not matter', () => {
  fc.assert(
    fc.property(fc.array(anAnalysis, { maxLength: 12 }), anAnalysis, (analyses, more) => {
      const [before, after] = [draw(...analyses), draw(...analyses, more)]
      expect(after.millilitres).toBeGreaterThanOrEqual(before.millilitres)
      expect(after.tubes).toBeGreaterThanOrEqual(before.tubes)
      expect(after.punctures).toBeGreaterThanOrEqual(before.punctures)
      const { tubes, millilitres, punctures } = draw(...analyses.toReversed())
      expect({ tubes, millilitres, punctures }).toEqual({
        tubes: before.tubes,
        millilitres: before.millilitres,
        punctures: before.punctures,
      })
    }),
  )
})

test('every test is in exactly one container', () => {
  fc.assert(
    fc.property(fc.array(anAnalysis, { maxLength: 12 }), (analyses) => {
      const inContainers = draw(...analyses).containers.flatMap(({ analysisIds }) => analysisIds)
      expect(inContainers.toSorted()).toEqual(analyses.map((analysis) => analysis.id).toSorted())
    }),
  )
})

test("a child's limit grows with its age and ends at fourteen", () => {
  const on = '2026-11-20'
  const limits = ['2026-10-21', '2026-08-20', '2025-10-20', '2018-11-20', '2012-11-21', '2012-11-20']
  expect(limits.map((born) => childsLimit(born, on))).toEqual([2.5, 3.5, 10, 20, 20, null])
})
