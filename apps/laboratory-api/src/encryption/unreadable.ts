import { AsyncLocalStorage } from 'node:async_hooks'
import type { Locale } from '@shop/domain/locale'
import type { Logger } from 'pino'
import { textsIn } from '../texts.ts'

/** How many rows of a column the log names, to lead to the cause. */
export const NAMED = 20

/** A value sealed with a lost or different key, sealed for another row, or damaged since. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Where a sealed value is stored. */
export interface SealedPlace {
  table: string
  column: string
  /** The id of the row. */
  id: string
}

interface Reading {
  locale: Locale
  /** Ids of rows with unreadable values, by table and column. */
  met: Map<string, Set<string>>
}
const readers = new AsyncLocalStorage<Reading>()

/** Answers a reader's request. Sealed values that could not be shown are one line in the log, by place only. */
export async function asReader<Answer>(
  { locale, logger }: { locale: Locale; logger: Logger },
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const met: Reading['met'] = new Map()
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
 * For display: a value that does not open hides no other. Values that are stored again or mailed are opened without
 * this function and fail. @throws Unreadable where there is no reader, as in a job
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

/** Shown in place of unreadable words, in brackets: the person named beside them did not say it. */
export const unreadableWords = (locale: Locale): string => textsIn(locale)('shell.unreadable')
