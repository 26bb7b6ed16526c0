import { Problem } from '@shop/contract/problem'
import type { ApiContext } from '../context.ts'

/** Today in the business zone, `YYYY-MM-DD`. */
export function businessToday({ now, settings }: Pick<ApiContext, 'now' | 'settings'>): string {
  return Temporal.Instant.fromEpochMilliseconds(now().getTime())
    .toZonedDateTimeISO(settings.businessTimeZone)
    .toPlainDate()
    .toString()
}

/** @throws Problem `invalid_fields` at `path` when the day is still to come where the laboratory is */
export function assertBorn(
  context: Pick<ApiContext, 'now' | 'settings'>,
  path: string,
  date: string | null | undefined,
): void {
  if (!date || date <= businessToday(context)) return
  throw new Problem('invalid_fields', {
    errors: [{ path, message: 'not in the future', code: 'date_in_future' }],
  })
}
