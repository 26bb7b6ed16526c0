import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distanceInMiles, nearestLaboratory, roundedKilometres, roundedMiles } from './distance.ts'

const MINSK = { latitude: 53.9, longitude: 27.56667 }
const BREST = { latitude: 52.09755, longitude: 23.68775 }

const positions = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('kilometres are shown beside miles, with a decimal for short distances', () => {
  expect([0, 0.31, 3, 6.2, 6.3, 100].map(roundedKilometres)).toEqual([0, 0.5, 4.8, 10, 10, 161])
})

test('one degree along a meridian is 69.09 miles', { tags: ['SPEC-9-DISTANCE'] }, () => {
  expect(distanceInMiles({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 })).toBeCloseTo(69.09, 9)
})

test('Minsk and Brest are 204 miles apart', () => {
  expect(roundedMiles(MINSK, BREST)).toBe(204)
})

test('the formula agrees with the textbook form with the arc cosine', () => {
  const rad = Math.PI / 180
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      const cosine =
        Math.sin(a.latitude * rad) * Math.sin(b.latitude * rad) +
        Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad) * Math.cos((a.longitude - b.longitude) * rad)
      const textbook = (Math.acos(Math.min(1, Math.max(-1, cosine))) / rad) * 69.09
      expect(distanceInMiles(a, b)).toBeCloseTo(textbook, 2)
      expect(distanceInMiles(a, b)).toBe(distanceInMiles(b, a))
      expect(distanceInMiles(a, a)).toBe(0)
    }),
  )
})

test('the nearest laboratory is the one with the fewest miles', {
  tags: ['SPEC-9-DISTANCE', 'SPEC-9-NEAREST'],
}, () => {
  const nearest = nearestLaboratory(MINSK, [
    { id: 1, ...BREST },
    { id: 2, latitude: 53.93, longitude: 27.64 },
  ])
  expect(nearest).toMatchObject({ laboratory: { id: 2 }, roundedMiles: 4 })
})

test('among equal rounded miles the smaller unrounded distance wins, then the smaller id', () => {
  const near = { id: 9, latitude: 53.901, longitude: 27.56667 }
  const far = { id: 3, latitude: 53.902, longitude: 27.56667 }
  expect(roundedMiles(MINSK, near)).toBe(roundedMiles(MINSK, far))
  expect(nearestLaboratory(MINSK, [far, near])?.laboratory.id).toBe(9)
  expect(nearestLaboratory(MINSK, [near, { ...near, id: 7 }])?.laboratory.id).toBe(7)
  expect(
    nearestLaboratory(MINSK, [
      { ...near, id: '10' },
      { ...near, id: '9' },
    ])?.laboratory.id,
  ).toBe('9')
})

test('without a usable laboratory there is no nearest', () => {
  expect(nearestLaboratory(MINSK, [])).toBeNull()
  expect(nearestLaboratory(MINSK, [{ id: 1, latitude: Number.NaN, longitude: 0 }])).toBeNull()
})
