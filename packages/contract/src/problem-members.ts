import { z } from 'zod'
import type { CartAnswer } from './cart.ts'
import { displacedVisitSchema } from './desk-calendar.ts'
import { instantSchema, wireMoneySchema } from './fields.ts'

/** Member of `not_found` if no operation has that path and method: a later release may have one. */
export const UNKNOWN_OPERATION = { operation: 'unknown' } as const

/** The further members of each problem that has some, by its code. Words are texts: a later release may have more. */
const SCHEMAS = {
  cart_not_orderable: z.object({
    obstacles: z.array(z.string()),
    unavailable: z.array(z.looseObject({ patientId: z.string(), analysisId: z.int() })).optional(),
    brokenRequirements: z.array(z.looseObject({ patientId: z.string(), analysisId: z.int() })).optional(),
    undecidedMaterials: z.array(z.looseObject({ patientId: z.string(), materialId: z.int() })).optional(),
  }),
  catalogue_refused: z.object({
    count: z.int().optional(),
    reasons: z.array(
      z.object({ file: z.string(), entry: z.string(), field: z.string(), reason: z.string() }),
    ),
  }),
  login_code_required: z.object({
    codeRequest: z.string().optional().describe('The token of the browser for which a code is mailed'),
  }),
  not_found: z.object({ operation: z.literal(UNKNOWN_OPERATION.operation).optional() }),
  not_ready: z.object({
    missing: z.array(z.string()).optional(),
    retryAfterSeconds: z.number().optional(),
  }),
  price_changed: z.object({ total: wireMoneySchema }),
  second_factor_required: z.object({ loginStep: z.string().describe('The token of the second step') }),
  stale_write: z.object({
    version: z.int().optional(),
    changed: z
      .object({
        by: z.string().nullable().describe('A member of staff; null: the patient, or a system'),
        byPatient: z.boolean().optional(),
        change: z.string(),
        at: instantSchema,
      })
      .optional()
      .describe('Who was first, with what and when'),
  }),
  statement_unreadable: z.object({ line: z.int(), column: z.string().nullable() }),
  visits_lose_place: z.object({ visits: z.array(displacedVisitSchema) }),
  wrong_pin: z.object({ remainingAttempts: z.int() }),
} as const satisfies Record<string, z.ZodObject>

/** What the schemas of the further members read, by code. */
export type ProblemMembers = { [Code in keyof typeof SCHEMAS]: z.output<(typeof SCHEMAS)[Code]> }

/** A code whose problems have further members. */
export type CodeWithMembers = keyof ProblemMembers

export const PROBLEM_MEMBERS: { readonly [Code in CodeWithMembers]: z.ZodType<ProblemMembers[Code]> } =
  SCHEMAS

/** What the calls of the storefront's local API add, which no server reads. */
interface LocalMembers {
  cart_full: { limit: number }
  /** The cart as it is now; undefined for a caller that has said which total it had seen. */
  price_changed: CartAnswer | undefined
}

type Sent<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value

/** What a problem of the code is sent with. */
export type SentMembers<Code> =
  | (Code extends keyof ProblemMembers
      ? { readonly [Member in keyof ProblemMembers[Code]]: Sent<ProblemMembers[Code][Member]> }
      : never)
  | (Code extends keyof LocalMembers ? LocalMembers[Code] : never)
