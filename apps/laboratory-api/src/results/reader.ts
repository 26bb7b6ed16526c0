import { z } from '@hono/zod-openapi'
import { personalIdSchema } from '@shop/contract/fields'
import { todayIn } from '@shop/domain/age'
import type { Context } from 'hono'
import type { ApiEnv } from '../api.ts'
import type { ApiContext } from '../context.ts'
import type { ResultReader } from './wire-result.ts'

/** Path of everything that belongs to one patient of one result. */
export const ofPatient = z.object({ id: personalIdSchema, patientId: personalIdSchema })

/** The language, zone, catalogue, calendar, release policy and day for an answer. */
export function readerOf(
  { settings, catalogue, calendar, now }: Pick<ApiContext, 'settings' | 'catalogue' | 'calendar' | 'now'>,
  c: Context<ApiEnv>,
): ResultReader {
  return {
    locale: c.var.locale,
    businessTimeZone: settings.businessTimeZone,
    snapshot: catalogue.current(),
    closuresOf: calendar.closuresOf,
    release: settings.resultRelease,
    today: todayIn(settings.businessTimeZone, now()),
  }
}
