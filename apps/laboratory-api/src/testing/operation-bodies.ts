import type { DescribedOperation, JsonSchema } from './operations.ts'

/** A body that differs from the valid one in one place. */
export interface WrongBody {
  /** The place, as the problem must name it: `personalDetails.firstName`, `patients.0.analysisIds`. */
  path: string
  body: unknown
  /** The union that contains the place; the problem may name all of it. Null: none. */
  union: string | null
}

/** Too long for every field except whole files, which are limited by the length of the body. */
const TOO_LONG = 50_000

type Change = (parent: Record<string, unknown>, key: string) => void

interface ExampleField {
  path: string[]
  schema: JsonSchema
  required: boolean
  union: string | null
}

/** The schema without null as a choice. */
function withoutNull(operation: DescribedOperation, schema: JsonSchema): JsonSchema {
  const resolved = operation.resolve(schema)
  const choices = resolved.anyOf ?? resolved.oneOf
  if (!choices) return resolved
  const meant = choices.filter((choice) => choice.type !== 'null')
  return meant.length === 1 ? withoutNull(operation, meant[0]!) : resolved
}

/** Every field that the example has, including nested ones and the first item of each list. */
function exampleFields(
  operation: DescribedOperation,
  schema: JsonSchema,
  example: unknown,
  path: string[] = [],
  union: string | null = null,
): ExampleField[] {
  const meant = withoutNull(operation, schema)
  if (Array.isArray(example)) {
    if (example.length === 0 || !meant.items) return []
    return exampleFields(operation, meant.items, example[0], [...path, '0'], union)
  }
  if (typeof example !== 'object' || example === null) return []
  const choices = meant.oneOf ?? meant.anyOf
  if (choices) {
    const fits = choices
      .map((choice) => operation.resolve(choice))
      .find((choice) => Object.keys(example).every((key) => choice.properties?.[key]))
    return fits ? exampleFields(operation, fits, example, path, path.join('.')) : []
  }
  return Object.entries(meant.properties ?? {}).flatMap(([key, property]) => {
    const field = { path: [...path, key], schema: property, required: meant.required?.includes(key) ?? false }
    const value = (example as Record<string, unknown>)[key]
    return [{ ...field, union }, ...exampleFields(operation, property, value, field.path, union)]
  })
}

function changed(example: unknown, path: string[], change: Change): unknown {
  const body = structuredClone(example)
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((value, key) => value[key] as Record<string, unknown>, body as never)
  change(parent, path.at(-1)!)
  return body
}

function wrongBodies(operation: DescribedOperation, fits: (field: ExampleField) => boolean, change: Change) {
  const { bodySchema } = operation
  if (!bodySchema?.example) return []
  return exampleFields(operation, bodySchema, bodySchema.example)
    .filter(fits)
    .map(
      ({ path, union }): WrongBody => ({
        path: path.join('.'),
        body: changed(bodySchema.example, path, change),
        union,
      }),
    )
}

export function bodiesWithoutOneField(operation: DescribedOperation): WrongBody[] {
  return wrongBodies(
    operation,
    // Fields with a default may be absent.
    ({ required, schema }) => required && schema.default === undefined,
    (parent, key) => delete parent[key],
  )
}

export function bodiesWithOneWrongType(operation: DescribedOperation): WrongBody[] {
  return wrongBodies(
    operation,
    () => true,
    (parent, key) => {
      parent[key] = typeof parent[key] === 'number' ? 'seven' : 7
    },
  )
}

export function bodiesWithOneTooLong(operation: DescribedOperation): WrongBody[] {
  return wrongBodies(
    operation,
    ({ schema }) => (withoutNull(operation, schema).maxLength ?? TOO_LONG) < TOO_LONG,
    (parent, key) => {
      parent[key] = 'a'.repeat(TOO_LONG)
    },
  )
}

/** Replaces every third field by this value, others at each turn. */
export function bodiesWithOneOther(operation: DescribedOperation, value: unknown, turn: number): WrongBody[] {
  const bodies = wrongBodies(
    operation,
    () => true,
    (parent, key) => {
      parent[key] = value
    },
  )
  return bodies.filter((_, at) => bodies.length < 4 || at % 3 === turn % 3)
}
