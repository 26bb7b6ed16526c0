import { AsyncLocalStorage } from 'node:async_hooks'
import type { Locale } from '@shop/domain/locale'
import type { Logger } from 'pino'
import { textsIn } from '../texts.ts'

/** Of one column the log names so many rows: they lead to the cause. */
export const NAMED = 20

/** Sealed with a key that is lost or another one, for another row, or damaged since. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Where a sealed value stands. */
export interface SealedPlace {
  table: string
  column: string
  /** Of the row. */
  id: string
}

interface Reader {
  locale: Locale
  /** Ids of rows, by table and column. */
  met: Map<string, Set<string>>
}
const readers = new AsyncLocalStorage<Reader>()

/** Answers somebody's request; what they could not be shown of sealed values is one line in its log, by place alone. */
export async function asReader<Answer>(
  { locale, logger }: { locale: Locale; logger: Logger },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const met: Reader['met'] = new Map()
  try {
    return await readers.run({ locale, met }, answer)
  } finally {
    if (met.size > 0) {
      const unreadable = [...met].map(([column, ids]) => ({
        column,
        rows: ids.size,
        ids: [...ids].slice(0, NAMED),
      }))
      logger.error({ unreadable }, 'sealed values that no key opens')
    }
  }
}

/**
 * For what is shown: one value that does not open hides no other. Whatever is written again or mailed is opened without it and
 * fails. @throws Unreadable where nobody reads, as in a job
 */
export async function unlessUnreadable<Value, Instead>(
  { table, column, id }: SealedPlace,
  value: Promise<Value>,
  instead: (locale: Locale) => Instead,
): Promise<Value | Instead> {
  try {
    return await value
  } catch (error) {
    const reader = readers.getStore()
    if (!(error instanceof Unreadable) || !reader) throw error
    const place = `${table}.${column}`
    reader.met.set(place, (reader.met.get(place) ?? new Set()).add(id))
    return instead(reader.locale)
  }
}

/** What stands in the place of words, in brackets: whoever is named beside them has not said it. */
export const unreadableWords = (locale: Locale): string => textsIn(locale)('papers:unreadable')
