import { MATERIAL_CHARGES, MATERIAL_KINDS } from '@shop/domain/cart'
import { GENDERS } from '@shop/domain/gender'
import { LABORATORY_SERVICES } from '@shop/domain/laboratory'
import { CURRENCIES, ORDER_CURRENCY } from '@shop/domain/money'
import { TUBE_ADDITIVES } from '@shop/domain/order-of-draw'
import { VALUE_TYPES } from '@shop/domain/results'
import { QUESTION_NAMES } from '@shop/domain/visit-questions'
import { z } from 'zod'

/**
 * The format of the catalogue's files. Unknown fields are refused: a misspelt rule must not go unnoticed.
 */

const id = z.int().positive().max(2_147_483_647)
const words = z.string().trim().min(1).max(300)
const prose = z.string().trim().min(1).max(4_000)
const code = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^[\p{L}\d][\p{L}\d._/-]*$/u, 'only letters, digits and . _ / - are allowed')
const amount = z
  .number()
  .positive()
  .max(9_999_999)
  .refine((value) => Math.round(value * 100) / 100 === value, 'at most 2 decimals')
const prices = z
  .partialRecord(z.enum(CURRENCIES), amount)
  .refine((given) => Object.keys(given).length > 0, 'at least one price is required')
const coordinates = { latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }
const loinc = z.string().refine(isLoinc, 'not a LOINC code: the check digit is wrong').nullable()
const sex = z.enum(GENDERS)
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'only lower-case letters, digits and - are allowed')
const years = z.int().min(0).max(150)

export const assortmentForm = z.strictObject({
  id,
  name: words,
  currency: z.enum(CURRENCIES),
  homeCallOnly: z.boolean(),
})

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 07:30')
const hours = z
  .strictObject({ open: time, close: time })
  .refine(({ open, close }) => open < close, 'closes before it opens')
  .nullable()

export const laboratoryForm = z.strictObject({
  id,
  name: words,
  nameEn: words,
  city: words,
  cityEn: words,
  address: words,
  addressEn: words,
  ...coordinates,
  coordinatePrecision: z.string().optional(),
  email: z.email().nullable(),
  aboutLink: z.url({ protocol: /^https?$/ }).nullable(),
  isCallable: z.boolean(),
  isActive: z.boolean(),
  assortmentId: id.optional(),
  openingHours: z.strictObject({
    monday: hours,
    tuesday: hours,
    wednesday: hours,
    thursday: hours,
    friday: hours,
    saturday: hours,
    sunday: hours,
  }),
  services: z
    .array(z.enum(LABORATORY_SERVICES))
    .refine((all) => new Set(all).size === all.length, 'each service may be listed only once')
    .default([]),
})

export const callableRegionForm = z.strictObject({
  id,
  name: words,
  nameEn: words,
  namePl: words.optional(),
  nameBe: words.optional(),
  ...coordinates,
  distanceKmFromMinsk: z.number().min(0).optional(),
  price: z.strictObject({ price: amount, currency: z.literal(ORDER_CURRENCY) }),
  isActive: z.boolean(),
})

export const categoryForm = z.strictObject({
  id,
  name: words,
  nameRu: words,
  slug,
  parentId: id.nullable(),
  hidden: z.boolean(),
})

export const materialForm = z.strictObject({
  id,
  name: words,
  nameRu: words,
  kind: z.enum(MATERIAL_KINDS),
  additive: z.enum(TUBE_ADDITIVES).optional(),
  prices,
  optional: z.boolean(),
  charge: z.enum(MATERIAL_CHARGES),
  samplingServiceId: id.nullable().optional(),
  // A tube's volume, how many tests share it, and the source.
  blood: z
    .strictObject({
      millilitres: z.number().positive().max(100).optional(),
      tubes: z.int().min(1).max(20).optional(),
      sharedBy: z.union([z.int().min(1).max(100), z.literal('any')]).optional(),
      source: words,
    })
    .optional(),
  note: prose.nullable().optional(),
  noteRu: prose.nullable().optional(),
})

const referenceRangeForm = z
  .strictObject({
    sex: sex.optional(),
    ageFromYears: years.optional(),
    ageToYears: years.optional(),
    low: z.number().optional(),
    high: z.number().optional(),
    text: words.optional(),
    textRu: words.optional(),
  })
  .refine(({ low = -Infinity, high = Infinity }) => low < high, 'low is not below high')
  .refine(({ ageFromYears = 0, ageToYears = 200 }) => ageFromYears < ageToYears, 'the ages are reversed')
  .refine(({ low, high, text }) => (low ?? high ?? text) !== undefined, 'low, high or text is required')

const componentForm = z
  .strictObject({
    name: words,
    nameRu: words,
    loinc,
    ucumUnit: z.string().min(1).nullable(),
    valueType: z.enum(VALUE_TYPES),
    decimals: z.int().min(0).max(6),
    referenceRanges: z.array(referenceRangeForm).max(100),
  })
  .refine(({ valueType, ucumUnit }) => valueType === 'coded' || ucumUnit !== null, {
    path: ['ucumUnit'],
    error: 'a number needs a unit',
  })

const personRulesForm = z.strictObject({
  sex: sex.optional(),
  minAgeYears: years.optional(),
  maxAgeYears: years.optional(),
  pregnancyOnly: z.boolean().optional(),
})

export const analysisForm = z.strictObject({
  code,
  name: words,
  nameRu: words,
  synonyms: z.array(words).max(100),
  synonymsRu: z.array(words).max(100),
  synonymsPl: z.array(words).max(100).optional(),
  synonymsBe: z.array(words).max(100).optional(),
  description: prose,
  descriptionRu: prose,
  loinc,
  specimen: words,
  specimenRu: words,
  materialId: id,
  samplingServiceId: id,
  extraSamplingServiceIds: z.array(id).max(20).optional(),
  // The tube group, where the specimen does not determine it, and the source.
  sharesTube: z.strictObject({ group: slug, source: words }).optional(),
  execPeriodDays: z.int().min(0).max(365),
  // From the first sample to the last, for a test that takes several, and the source.
  lasts: z.strictObject({ minutes: z.int().min(1).max(600), source: words }).optional(),
  // What the patient is asked before the visit, and the source that says it matters.
  asks: z
    .array(z.strictObject({ question: z.enum(QUESTION_NAMES), source: words }))
    .max(QUESTION_NAMES.length)
    .optional(),
  // How long a value usually stays informative, and the source.
  retest: z.strictObject({ days: z.int().min(1).max(730), source: words }).optional(),
  prices,
  categories: z.array(id).max(50),
  preparation: z
    .strictObject({
      fastingHours: z.int().min(0).max(48),
      notes: z.array(prose).max(20),
      notesRu: z.array(prose).max(20),
    })
    .refine(({ notes, notesRu }) => notes.length === notesRu.length, {
      path: ['notesRu'],
      error: 'must have as many notes as the English text',
    }),
  restrictions: personRulesForm,
  homeCallPossible: z.boolean(),
  resultDefinition: z.strictObject({ components: z.array(componentForm).min(1).max(500) }),
})

export const profileForm = z.strictObject({
  code,
  name: words,
  nameEn: words,
  description: prose,
  descriptionRu: prose,
  labServices: z.array(code).min(1).max(200),
  // The optional fields below are derived from the analyses; the shop does not use them.
  prices: prices.optional(),
  execPeriodDays: z.int().optional(),
  restrictions: personRulesForm.optional(),
  homeCallPossible: z.boolean().optional(),
  categories: z.array(id).max(50),
})

const rule = { id, analysisCode: code, message: prose, messageRu: prose }
const relatedCodes = z.array(code).min(1).max(200)
export const ruleForm = z.discriminatedUnion('type', [
  z.strictObject({ ...rule, type: z.literal('SEX'), sex }),
  z.strictObject({ ...rule, type: z.literal('MIN_AGE'), minAgeYears: years }),
  z.strictObject({ ...rule, type: z.literal('MAX_AGE'), maxAgeYears: years }),
  z.strictObject({ ...rule, type: z.literal('PREGNANCY_ONLY') }),
  z.strictObject({ ...rule, type: z.literal('REQUIRES_ALSO'), relatedCodes }),
  z.strictObject({ ...rule, type: z.literal('ALREADY_INCLUDES'), relatedCodes }),
])

/**
 * A text that the entries have in English and Russian, in the other languages or one of them: once for all
 * entries with this text.
 */
export const translationForm = z
  .strictObject({ en: prose, pl: prose.optional(), be: prose.optional() })
  .refine(({ pl, be }) => pl !== undefined || be !== undefined, 'must be in Polish or Belarusian')

const inEveryLanguage = <T extends z.ZodType>(form: T) =>
  z.strictObject({ en: form, ru: form, pl: form, be: form })
const codes = z.array(code).max(200)
export const reasonForm = z
  .strictObject({
    id,
    slug,
    names: inEveryLanguage(words),
    words: inEveryLanguage(z.array(words).min(1).max(100)),
    profiles: codes,
    tests: codes,
    sources: z.array(words).min(1).max(20),
    note: inEveryLanguage(prose),
    neverFirst: codes,
  })
  .refine(({ profiles, tests }) => profiles.length + tests.length > 0, 'a profile or a test is required')

export type AssortmentEntry = z.infer<typeof assortmentForm>
export type LaboratoryEntry = z.infer<typeof laboratoryForm>
export type CallableRegionEntry = z.infer<typeof callableRegionForm>
export type CategoryEntry = z.infer<typeof categoryForm>
export type MaterialEntry = z.infer<typeof materialForm>
export type AnalysisEntry = z.infer<typeof analysisForm>
export type ProfileEntry = z.infer<typeof profileForm>
export type RuleEntry = z.infer<typeof ruleForm>
export type TranslationEntry = z.infer<typeof translationForm>
export type ReasonEntry = z.infer<typeof reasonForm>

/** Whether a code has LOINC's form and check digit (mod 10, as the LOINC Users' Guide defines it). */
function isLoinc(code: string): boolean {
  const match = /^(\d{1,7})-(\d)$/.exec(code)
  if (!match?.[1]) return false
  const sum = [...match[1]].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 0 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return (10 - (sum % 10)) % 10 === Number(match[2])
}
