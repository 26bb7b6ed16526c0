import { madeOnce } from '../platform/cache/made-once.server.ts'

/** Numbers for people, formatted on the server only, as dates are. */
const TAGS: Readonly<Record<string, string>> = { en: 'en-GB', ru: 'ru-RU', pl: 'pl-PL', be: 'be-BY' }

/** With so many decimals, no more and no fewer. */
export function formatNumber(value: number, decimals: number, locale: string): string {
  return formatOf(locale, decimals, decimals).format(value)
}

/** A limit as it was set: decimals as they are. */
export function formatLimit(value: number, locale: string): string {
  return formatOf(locale, 0, 6).format(value)
}

const formatOf = madeOnce(
  (locale: string, least: number, most: number) =>
    new Intl.NumberFormat(TAGS[locale] ?? locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    }),
)
