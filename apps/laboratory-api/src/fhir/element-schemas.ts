import { COMPARATORS } from '@shop/domain/results'
import { z } from 'zod'

// Regular expressions of R4's primitive types (hl7.org/fhir/R4/datatypes.html).
const DATE_TIME =
  /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]((0\d|1[0-3]):[0-5]\d|14:00)))?)?)?$/
const INSTANT =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]((0\d|1[0-3]):[0-5]\d|14:00))$/
const CODE = /^\S+( \S+)*$/

const LONGEST_TEXT = 10_000

/** The start of issue messages for elements that R4 defines and this interface refuses. */
export const NOT_SUPPORTED = 'not supported'

/** An element whose silent loss could change the meaning of a resource. */
export function refused(why: string) {
  return z.undefined({ error: `${NOT_SUPPORTED}: ${why}` }).optional()
}

export const fhirStringSchema = z.string().min(1).max(LONGEST_TEXT)
export const uriSchema = z.string().regex(/^\S+$/, 'must be a URI').max(2_000)
const codeSchema = z.string().regex(CODE, 'must be a code').max(200)
export const dateTimeSchema = z
  .string()
  .regex(DATE_TIME, 'must be a dateTime, with a time zone if it has a time')
export const fhirInstantSchema = z.string().regex(INSTANT, 'must be an instant with a time zone')
export const periodSchema = z.looseObject({
  start: dateTimeSchema.optional(),
  end: dateTimeSchema.optional(),
})

const codingSchema = z.looseObject({
  system: uriSchema.optional(),
  code: codeSchema.optional(),
  display: fhirStringSchema.optional(),
})
export const codeableConceptSchema = z.looseObject({
  coding: z.array(codingSchema).min(1).max(50).optional(),
  text: fhirStringSchema.optional(),
})
export type CodeableConcept = z.infer<typeof codeableConceptSchema>

export const identifierSchema = z.looseObject({
  system: uriSchema.optional(),
  value: z.string().min(1).max(200).optional(),
})
/** Identifiers by which a resource is recognised; each needs a value. */
export const decidingIdentifiersSchema = z
  .array(identifierSchema.extend({ value: z.string().min(1).max(200) }))
  .min(1)
  .max(20)

export const referenceSchema = z.looseObject({
  reference: z.string().min(1).max(1_000).optional(),
  identifier: identifierSchema.optional(),
})
export type Reference = z.infer<typeof referenceSchema>

export const quantitySchema = z
  .looseObject({
    value: z.number().min(-1e12).max(1e12),
    comparator: z.enum(COMPARATORS).optional(),
    unit: fhirStringSchema.optional(),
    system: uriSchema.optional(),
    code: codeSchema.optional(),
  })
  .refine(({ code, system }) => code === undefined || system !== undefined, {
    error: 'a unit with a code needs its system',
    path: ['system'],
  })
export type Quantity = z.infer<typeof quantitySchema>

/** Elements that any resource may have, and that must not be ignored silently. */
export const resourceFields = {
  implicitRules: refused('implicit rules'),
  modifierExtension: refused('an extension that changes the meaning'),
}
