import { personalIdSchema } from '@shop/contract/fields'
import type { Context } from 'hono'
import { z } from 'zod'
import { type ApiEnv, BODY_PROBLEMS, laboratoriesOf, STAFF_REFUSALS } from '../api.ts'
import { actorOf } from '../staff/authenticate-staff.ts'

/** What the desk's calls about one result have in common: held results and critical values. */
export const RESULT_TAGS = ['Desk: laboratory']
export const ofOneResult = { params: z.object({ id: personalIdSchema }) }
export const READ_PROBLEMS = [...STAFF_REFUSALS, 'not_found'] as const
export const CHANGE_PROBLEMS = [...BODY_PROBLEMS, ...READ_PROBLEMS, 'stale_write'] as const

/** The member of staff, their laboratories and their language. */
export const deskReaderOf = (c: Context<ApiEnv>) => ({
  actor: actorOf(c),
  scope: laboratoriesOf(c),
  locale: c.var.locale,
})
