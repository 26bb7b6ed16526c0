import { ApiProblem } from '@shop/contract/main-api-client'
import { expect, test } from 'vitest'
import type { Desk } from '../session/desk-context.server.ts'
import { refusalOf } from './refusal-of.server.ts'

const desk = {} as Desk

test('a refused edition lists what is wrong in it; any other refusal is a problem as for all calls', () => {
  const reasons = [{ part: 'analyses', path: '3.name', message: 'expected' }]
  expect(refusalOf(desk, new ApiProblem(422, { code: 'catalogue_refused', reasons }, null))).toEqual({
    reasons,
  })
  expect(refusalOf(desk, new ApiProblem(409, { code: 'stale_write' }, null))).toMatchObject({
    problem: { code: 'stale_write', status: 409 },
  })
})
