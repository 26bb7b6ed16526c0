import { DELETED_VALUE, UNNAMED_VALUES_STAY } from '@shop/contract/fhir'
import { z } from 'zod'
import { type CodeableConcept, codeableConceptSchema } from './element-schemas.ts'

type Resource = Record<string, unknown>

const isNamed = (name: string) => (extension: unknown) =>
  z.looseObject({ url: z.string().endsWith(name) }).safeParse(extension).success
const isMark = isNamed(UNNAMED_VALUES_STAY)
const isDeletion = isNamed(DELETED_VALUE)
const deletionSchema = z.looseObject({ valueCodeableConcept: codeableConceptSchema })

/** Extensions other than these are ignored, whatever their form. */
const extensionsOf = ({ extension }: Resource): unknown[] => (Array.isArray(extension) ? extension : [])

/** The places of deletions that do not say what they delete. */
export const wrongDeletions = (report: Resource): number[] =>
  extensionsOf(report).flatMap((extension, index) =>
    isDeletion(extension) && !deletionSchema.safeParse(extension).success ? index : [],
  )

/**
 * Of a report that names only what has changed, as HL7 v2 does: the codes of the values that it deletes. Null: the report
 * names every valid value.
 */
export function deletedCodes(report: Resource): CodeableConcept[] | null {
  const extensions = extensionsOf(report)
  if (!extensions.some(isMark)) return null
  return extensions.flatMap((extension) => {
    const { data } = deletionSchema.safeParse(extension)
    return data && isDeletion(extension) ? [data.valueCodeableConcept] : []
  })
}

/** Without the mark, which is no content: a gateway of the previous release sends the same report without it. */
export function withoutMark({ extension, ...report }: Resource): Resource {
  const others = extensionsOf({ extension }).filter((one) => !isMark(one))
  return others.length > 0 ? { ...report, extension: others } : report
}
