import type { Weekday } from './dates.ts'

/** Local times of the business zone, `HH:MM`; null on a day without hours. */
export type OpeningHours = Readonly<Record<Weekday, { readonly open: string; readonly close: string } | null>>
