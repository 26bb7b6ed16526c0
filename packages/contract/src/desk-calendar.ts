import { VISIT_KINDS } from '@shop/domain/laboratory'
import { ORDER_STATES } from '@shop/domain/order-states'
import { z } from 'zod'
import {
  askedDateSchema,
  catalogueIdSchema,
  dateSchema,
  instantSchema,
  personalIdSchema,
  textSchema,
} from './fields.ts'
import { LONGEST_CLOSURE_REASON, SHORTEST_CLOSURE_REASON } from './input-lengths.ts'
import { closureSchema, timeSchema } from './laboratories.ts'

/** For one time; more would be a typing mistake. */
const MOST_PLACES = 100

const daySchema = z
  .object({
    open: timeSchema,
    close: timeSchema,
    capacity: z
      .array(z.object({ from: timeSchema, places: z.int().min(0).max(MOST_PLACES) }))
      .min(1)
      .max(24)
      .describe('How many visits can start at the same time from this time on; 0: open, but no visits'),
  })
  .refine(({ open, close }) => open < close, { path: ['close'], message: 'must be after opening' })
  .refine(({ open, capacity }) => capacity[0]?.from === open, {
    path: ['capacity'],
    message: 'the first must start at opening',
  })
  .refine(({ close, capacity }) => capacity.every(({ from }) => from < close), {
    path: ['capacity'],
    message: 'must start before closing',
  })
  .refine(
    ({ capacity }) =>
      capacity.every(({ from }, index) => index === 0 || from > (capacity[index - 1]?.from ?? '')),
    { path: ['capacity'], message: 'must be in chronological order' },
  )
  .nullable()

const calendarWeekSchema = z
  .object({
    monday: daySchema,
    tuesday: daySchema,
    wednesday: daySchema,
    thursday: daySchema,
    friday: daySchema,
    saturday: daySchema,
    sunday: daySchema,
  })
  .meta({ id: 'CalendarWeek' })

const newClosureSchema = closureSchema
  .extend({
    kind: z.literal('close'),
    firstDay: askedDateSchema,
    lastDay: askedDateSchema,
    reason: textSchema.min(SHORTEST_CLOSURE_REASON).max(LONGEST_CLOSURE_REASON),
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, {
    path: ['lastDay'],
    message: 'must not be before the first day',
  })
  .refine(({ fromTime, toTime }) => (fromTime === null) === (toTime === null), {
    path: ['toTime'],
    message: 'both times or neither',
  })
  .refine(({ fromTime, toTime }) => fromTime === null || toTime === null || fromTime < toTime, {
    path: ['toTime'],
    message: 'must be after the start',
  })

export const calendarChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('week'), week: calendarWeekSchema }),
  newClosureSchema,
  z.object({ kind: z.literal('reopen'), closureId: personalIdSchema }),
  z.object({
    kind: z.literal('holiday'),
    date: askedDateSchema,
    isOpen: z.boolean().describe('false: closed on that day'),
    name: textSchema.min(1).max(200).describe('As proposed'),
  }),
])
export type CalendarChange = z.infer<typeof calendarChangeSchema>

export const changeCalendarSchema = z
  .object({
    version: z.int().min(0).describe('The version of the calendar that was read'),
    change: calendarChangeSchema,
    knownOrderIds: z
      .array(personalIdSchema)
      .max(5_000)
      .describe('Orders that lose their place through this change and that the caller has been shown'),
  })
  .meta({
    id: 'ChangeCalendar',
    example: {
      version: 0,
      change: {
        kind: 'close',
        firstDay: '2040-03-08',
        lastDay: '2040-03-08',
        fromTime: null,
        toTime: null,
        reason: 'The boiler is repaired',
      },
      knownOrderIds: [],
    },
  })

export const displacedVisitSchema = z
  .object({
    orderId: personalIdSchema,
    number: z.string(),
    state: z.enum(ORDER_STATES),
    start: instantSchema,
    otherTimes: z
      .array(instantSchema)
      .describe('Free times near it; several visits may be offered the same time'),
  })
  .meta({ id: 'DisplacedVisit' })
export type DisplacedVisit = z.infer<typeof displacedVisitSchema>

export const deskCalendarSchema = z
  .object({
    laboratory: z.object({
      id: catalogueIdSchema,
      city: z.string(),
      address: z.string(),
      visitKind: z.enum(VISIT_KINDS),
    }),
    version: z.int().describe('0: never changed; the catalogue’s hours and the usual number of places apply'),
    week: calendarWeekSchema,
    closures: z
      .array(
        closureSchema.extend({
          id: personalIdSchema,
          reason: z.string(),
          holiday: dateSchema.nullable().describe('The public holiday for which the closure was accepted'),
        }),
      )
      .describe('Future closures, by day'),
    holidays: z
      .array(z.object({ date: dateSchema, name: z.string() }))
      .describe('Public holidays of the coming year that still need a decision'),
    from: dateSchema.describe('The first of the seven days in `times`'),
    times: z.array(
      z.object({
        date: dateSchema,
        time: timeSchema,
        start: instantSchema,
        places: z.int(),
        taken: z.int(),
      }),
    ),
    displaced: z.array(displacedVisitSchema).describe('Future visits that have no place in the calendar'),
  })
  .meta({ id: 'DeskCalendar' })
export type DeskCalendar = z.infer<typeof deskCalendarSchema>
