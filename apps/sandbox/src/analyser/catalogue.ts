import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gender } from '@shop/domain/gender'
import { GENDERS } from '@shop/domain/gender'
import { VALUE_TYPES } from '@shop/domain/results'
import { projectFiles } from '@shop/server/project-files'
import { z } from 'zod'

const rangeSchema = z.object({
  sex: z.enum(GENDERS).optional(),
  ageFromYears: z.number().optional(),
  ageToYears: z.number().optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  text: z.string().optional(),
})
export type Range = z.infer<typeof rangeSchema>

const componentSchema = z.object({
  name: z.string(),
  loinc: z.string().nullable(),
  ucumUnit: z.string().nullable(),
  valueType: z.enum(VALUE_TYPES),
  decimals: z.int(),
  referenceRanges: z.array(rangeSchema),
})
export type Component = z.infer<typeof componentSchema>

const analysisSchema = z.object({
  code: z.string(),
  name: z.string(),
  loinc: z.string().nullable(),
  specimen: z.string(),
  resultDefinition: z.object({ components: z.array(componentSchema).min(1) }),
})
export type Assay = z.infer<typeof analysisSchema>

export interface SexAndAge {
  sex: Gender
  ageYears: number
}

/** Analyses by the shop's code, as the laboratory knows them; read once. */
export function readCatalogue(): Map<string, Assay> {
  known ??= new Map(
    z
      .array(analysisSchema)
      .parse(JSON.parse(readFileSync(join(projectFiles, 'catalogue', 'analyses.json'), 'utf8')))
      .map((analysis) => [analysis.code, analysis]),
  )
  return known
}
let known: Map<string, Assay> | undefined

/** The range that applies to the person; undefined if the catalogue has none, as for some ages. */
export function rangeFor({ referenceRanges }: Component, { sex, ageYears }: SexAndAge): Range | undefined {
  return referenceRanges.find(
    (range) =>
      (!range.sex || range.sex === sex) &&
      (range.ageFromYears ?? 0) <= ageYears &&
      ageYears < (range.ageToYears ?? Number.POSITIVE_INFINITY),
  )
}
