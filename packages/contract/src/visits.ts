import { z } from 'zod'
import { instantSchema } from './fields.ts'

export const visitSlotSchema = z
  .object({ start: instantSchema, end: instantSchema, free: z.int().min(0).describe('Places left') })
  .meta({
    id: 'VisitSlot',
    example: { start: '2026-11-23T07:30:00+03:00', end: '2026-11-23T08:00:00+03:00', free: 3 },
  })
export type VisitSlot = z.infer<typeof visitSlotSchema>
