import { decimalMark } from './locale.ts'

export const CURRENCIES = ['EUR', 'PLN', 'BYN'] as const
export type Currency = (typeof CURRENCIES)[number]

/** Of a cart in which nothing has a price. */
export const CART_CURRENCY = 'EUR' satisfies Currency
/** Of an order in which nothing has a price, of visits to regions, and of a laboratory without a price list. */
export const ORDER_CURRENCY = 'BYN' satisfies Currency

/** A sum in integer minor units (cents, groszy, kopecks). */
export interface Money {
  readonly amount: number
  readonly currency: Currency
}

/** A sum as sent in JSON: major units with at most two decimals. */
export interface WireMoney {
  readonly price: number
  readonly currency: Currency
}

/** All three currencies have a hundred minor units. */
const MINOR_UNITS = 100

export function zero(currency: Currency): Money {
  return { amount: 0, currency }
}

export function toWire(money: Money): WireMoney {
  return { price: money.amount / MINOR_UNITS, currency: money.currency }
}

/**
 * Reads a sum from JSON exactly: 18.55 becomes 1855.
 * @throws RangeError if the price is not finite, too large to be exact, or has more than two decimals
 */
export function fromWire(wire: WireMoney): Money {
  // Adding zero turns the negative zero of a rounded -0.0 into a plain zero.
  const amount = Math.round(wire.price * MINOR_UNITS) + 0
  // Division rounds to the nearest double, which is the one a two-decimal literal parses to.
  if (!Number.isSafeInteger(amount) || amount / MINOR_UNITS !== wire.price) {
    throw new RangeError('A price has at most two decimals')
  }
  return { amount, currency: wire.currency }
}

/** @throws RangeError if the currencies differ */
export function add(left: Money, right: Money): Money {
  if (left.currency !== right.currency) throw new RangeError('Sums of different currencies cannot be added')
  return { amount: left.amount + right.amount, currency: left.currency }
}

/**
 * Total of a list; an empty one is zero in the given currency.
 * @throws RangeError if one is in another currency
 */
export function sum(list: readonly Money[], currency: Currency): Money {
  let amount = 0
  for (const money of list) {
    if (money.currency !== currency) throw new RangeError('Sums of different currencies cannot be added')
    amount += money.amount
  }
  return { amount, currency }
}

/** Multiplies by a number of pieces (a non-negative integer). */
export function times(money: Money, count: number): Money {
  return { amount: money.amount * count, currency: money.currency }
}

/**
 * Only the number, as the reader is used to: "1,234.50". The currency is set in smaller type beside it. Written
 * without `Intl`: the first `Intl.NumberFormat` of a page takes a slow phone 60 to 90 ms, and Chromium has no
 * Belarusian numbers. A test compares it with `Intl`.
 */
export function formatAmount({ amount }: Money, locale: string): string {
  const written = (amount / MINOR_UNITS).toFixed(2).replace('.', decimalMark(locale))
  // Polish groups thousands only from ten thousand on.
  if (locale === 'pl' && Math.abs(amount) < 10_000 * MINOR_UNITS) return written
  return written.replaceAll(/\B(?=(?:\d{3})+[.,])/g, locale === 'en' ? ',' : '\u00a0')
}

/** "21.90 BYN" with a no-break space. The code is used because not every reader can tell "Br" and "€" apart. */
export function formatMoney(money: Money, locale: string): string {
  return `${formatAmount(money, locale)}\u00a0${money.currency}`
}
