import type { VisitProblem } from '@shop/domain/visit-slots'
import { z } from 'zod'
import { catalogueIdSchema, instantSchema } from './fields.ts'
import type { ProblemCode } from './problem.ts'

export const visitSlotSchema = z
  .object({ start: instantSchema, end: instantSchema, free: z.int().min(0).describe('Places left') })
  .meta({
    id: 'VisitSlot',
    example: { start: '2026-11-23T07:30:00+03:00', end: '2026-11-23T08:00:00+03:00', free: 3 },
  })
export type WireVisitSlot = z.infer<typeof visitSlotSchema>

export const nextFreeTimeSchema = z
  .object({
    laboratoryId: catalogueIdSchema,
    start: instantSchema.nullable().describe('null: none within the horizon'),
  })
  .meta({ id: 'NextFreeTime', example: { laboratoryId: 1, start: '2026-11-23T07:30:00+03:00' } })
export type NextFreeTime = z.infer<typeof nextFreeTimeSchema>

/** With which problem a time is refused that cannot be ordered. */
export const VISIT_PROBLEM_CODES = {
  in_the_past: 'visit_in_the_past',
  day_off: 'visit_day_off',
  off_the_grid: 'visit_off_the_grid',
  beyond_horizon: 'visit_beyond_horizon',
  after_cut_off: 'visit_after_cut_off',
} as const satisfies Record<VisitProblem, ProblemCode>
