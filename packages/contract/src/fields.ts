import { GENDERS, type Gender } from '@shop/domain/gender'
import { LOCALES } from '@shop/domain/locale'
import { CURRENCIES, ORDER_CURRENCY } from '@shop/domain/money'
import { z } from 'zod'
import {
  LONGEST_EMAIL,
  LONGEST_NAME,
  LONGEST_PASSWORD,
  LONGEST_PHONE,
  SHORTEST_PASSWORD,
} from './input-lengths.ts'

export const localeSchema = z.enum(LOCALES)

export const catalogueIdSchema = z.int().positive().max(2_147_483_647)
export const catalogueIdParameterSchema = z.coerce.number().pipe(catalogueIdSchema)
export const personalIdSchema = z.uuid()
export const currencySchema = z.enum(CURRENCIES)

/** For anything that several people change: a change names the version that it is based on. */
export const versionSchema = z.int().min(0).describe('The version that was read')

/** Money on the wire: major units with at most two decimals. Inside: integer minor units (`@shop/domain/money`). */
export const wireMoneySchema = z
  .object({
    price: z
      .number()
      .min(0)
      .max(9_999_999)
      // Exactly: `fromWire` reads no other price.
      .refine((value) => Math.round(value * 100) / 100 === value, 'at most 2 decimals'),
    currency: currencySchema,
  })
  .meta({ id: 'Money', example: { price: 18.5, currency: ORDER_CURRENCY } })

/** The calendar's last day is refused: no date can name the day after it. */
export const dateSchema = z.iso.date().refine((date) => date < '9999-12-31', 'an earlier day expected')
/** A day that is asked for or closed: the days around it can still be calculated. */
export const askedDateSchema = dateSchema.refine(
  (date) => date >= '2000-01-01' && date < '2200-01-01',
  'a day from 2000 to 2199',
)
export const instantSchema = z.iso.datetime({ offset: true })

// Letters of any script, with marks, and the characters that join the parts of a name.
const NAME = /^\p{L}[\p{L}\p{M}'’ʼ .-]*$/u
export const personNameSchema = z.string().trim().min(1).max(LONGEST_NAME).regex(NAME, 'letters expected')
export const emailSchema = z.string().trim().toLowerCase().max(LONGEST_EMAIL).pipe(z.email())
export const phoneSchema = z
  .string()
  .trim()
  .max(LONGEST_PHONE)
  .regex(/^\+?[\d ()-]{7,31}$/, 'phone number expected')
export const newPasswordSchema = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)
/** The password that an account has: only a new one must be long enough. */
export const typedPasswordSchema = z.string().min(1).max(LONGEST_PASSWORD)

// Half a character or NUL cannot be stored; of the other control characters only line ends and tabs are wanted.
const READABLE = /^(?:[^\p{Cc}\p{Cs}]|[\t\r\n])*$/u
/** Free text that a person types, trimmed. */
export const textSchema = z.string().trim().regex(READABLE, 'readable text expected')

export const EARLIEST_BIRTH = '1900-01-01'
/**
 * A date of birth: not before 1900-01-01. Whether it is in the future depends on the business zone and is checked
 * where the clock is.
 */
export const dateOfBirthSchema = dateSchema.refine((date) => date >= EARLIEST_BIRTH, 'not before 1900-01-01')

/** The one place where the wire's `M`/`F` and the domain's `MALE`/`FEMALE` meet. */
const WIRE_GENDER = { FEMALE: 'F', MALE: 'M' } as const satisfies Record<Gender, string>
export type WireGender = (typeof WIRE_GENDER)[Gender]

/** As on the wire and in the tables, in the domain's order. */
export const WIRE_GENDERS = GENDERS.map(genderToWire) as [WireGender, ...WireGender[]]
export const wireGenderSchema = z.enum(WIRE_GENDERS)

export function genderFromWire(wire: WireGender): Gender {
  return GENDERS.find((gender) => WIRE_GENDER[gender] === wire)!
}
export function genderToWire(gender: Gender): WireGender {
  return WIRE_GENDER[gender]
}
