import { ApiProblem } from '@shop/contract/main-api-client'
import { expect, test } from 'vitest'
import type { Desk } from '../session/desk-context.server.ts'
import { refusalOf } from './refusal-of.server.ts'

const desk = {} as Desk

test('a refused edition lists what is wrong in it; any other refusal is a problem as for all calls', () => {
  const reasons = [{ file: 'analyses.json', entry: '#3', field: 'name', reason: 'expected' }]
  expect(refusalOf(desk, new ApiProblem(422, { code: 'catalogue_refused', reasons }, null))).toEqual({
    reasons,
  })
  expect(refusalOf(desk, new ApiProblem(409, { code: 'stale_write' }, null))).toMatchObject({
    problem: { code: 'stale_write', status: 409 },
  })
})

test('reasons in another form are not shown: the refusal gets the words of its code', () => {
  const refused = new ApiProblem(422, { code: 'catalogue_refused', reasons: [{ part: 'analyses' }] }, null)
  expect(refusalOf(desk, refused)).toMatchObject({ problem: { code: 'catalogue_refused', fields: [] } })
})

test('a code of a later release, and one that no call of the desk describes, is no code', () => {
  for (const code of ['a_code_of_tomorrow', 'cart_empty']) {
    expect(refusalOf(desk, new ApiProblem(409, { code }, null)), code).toEqual({
      problem: { code: null, fields: [], status: 409, changed: null },
    })
  }
})
