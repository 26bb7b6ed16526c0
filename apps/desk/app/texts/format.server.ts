import { localInstant } from '@shop/domain/visit-slots'
import {
  formatDay,
  formatDuration,
  formatMoment,
  formatSampling,
  type Reader,
} from '@shop/texts/formats.server'

// How the desk's tables, which are narrow and span years, write days and instants.

/** "6 Mar 2040" for `2040-03-06`. */
export const shortDay = (date: string, { locale }: Pick<Reader, 'locale'>) =>
  formatDay(date, locale, 'dateShort')

/** "6 Mar 2040, 9:00", in the business time zone. */
export const moment = (instant: string, reader: Reader) => formatMoment(instant, reader, 'dateShort')

/** When a sample was taken: a day, if no more is known. */
export const sampling = (instant: string, reader: Reader) => formatSampling(instant, reader, 'dateShort')

/** The times between which a visit was moved: they are stored as `2040-03-16 09:00`, in the business time zone. */
export const withMoments = (text: string, reader: Reader) =>
  text.replaceAll(/\b(\d{4}-\d\d-\d\d) (\d\d:\d\d)\b/g, (_, date: string, time: string) =>
    moment(new Date(localInstant(date, time, reader.businessTimeZone)).toISOString(), reader),
  )

/** "2 hrs, 10 mins" since then; in days from one day on. */
export const waited = (since: string, locale: string, now = Date.now()) =>
  formatDuration(Math.max(0, Math.floor((now - Date.parse(since)) / 60_000)), locale)

export const hoursSince = (since: string, now = Date.now()): number => (now - Date.parse(since)) / 3_600_000
