import { z } from 'zod'

interface Operation {
  method: string
  path: string
  answer?: z.ZodType | 'response'
}
/** Operations of one part of the main API's description, by the names of their functions. */
export type Operations = Readonly<Record<string, Operation>>

interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  enum?: unknown[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** What a later release could not read in the answers of an earlier one, one line each. */
export function unreadAnswers(sent: Operations, read: Operations): string[] {
  const before = new Map(Object.values(sent).map((operation) => [nameOf(operation), operation]))
  return Object.values(read).flatMap((operation) => {
    const name = nameOf(operation)
    const { answer } = before.get(name) ?? {}
    if (!(answer instanceof z.ZodType && operation.answer instanceof z.ZodType)) return []
    const [from, to] = [schemaOf(answer, 'output'), schemaOf(operation.answer, 'input')]
    return compare({ from, to, fromDefs: from.$defs, toDefs: to.$defs, at: name })
  })
}

const nameOf = ({ method, path }: Operation) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`
const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as JsonSchema

interface Pair {
  from: JsonSchema
  to: JsonSchema
  fromDefs: JsonSchema['$defs']
  toDefs: JsonSchema['$defs']
  at: string
}

function compare(pair: Pair): string[] {
  const from = resolved(pair.from, pair.fromDefs)
  const to = resolved(pair.to, pair.toDefs)
  const { at } = pair
  const step = (from: JsonSchema, to: JsonSchema, at: string) => compare({ ...pair, from, to, at })
  const choices = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf
  const sent = choices(from)
  if (sent) return sent.flatMap((one) => step(one, to, at))
  const taken = choices(to)
  if (taken) {
    const alike = taken.filter((one) => isTaken(from, resolved(one, pair.toDefs)))
    const lines = (alike.length > 0 ? alike : taken).map((one) => step(from, one, at))
    return lines.reduce((least, next) => (next.length < least.length ? next : least))
  }
  if (!isTaken(from, to)) return [`${at}: ${from.type} is no ${to.type}`]
  const words = to.enum && from.enum ? from.enum.filter((word) => !to.enum!.includes(word)) : []
  return [
    ...words.map((word) => `${at}: ${word} is not known`),
    ...(to.required ?? [])
      .filter((field) => !from.required?.includes(field))
      .map((field) => `${at}.${field} is not sent`),
    ...Object.entries(to.properties ?? {}).flatMap(([field, schema]) => {
      const before = from.properties?.[field]
      return before ? step(before, schema, `${at}.${field}`) : []
    }),
    ...(from.items && to.items ? step(from.items, to.items, `${at}[]`) : []),
    ...(typeof from.additionalProperties === 'object' && typeof to.additionalProperties === 'object'
      ? step(from.additionalProperties, to.additionalProperties, `${at}{}`)
      : []),
    ...(to.allOf ?? []).flatMap((one) => step(from, one, at)),
  ]
}

const typesOf = ({ type }: JsonSchema) => [type ?? []].flat()

/** Whether every type that is sent is accepted; if either schema names none, everything is. */
function isTaken(from: JsonSchema, to: JsonSchema): boolean {
  const taken = typesOf(to)
  const isNumber = (type: string) => type === 'integer' && taken.includes('number')
  return taken.length === 0 || typesOf(from).every((type) => taken.includes(type) || isNumber(type))
}

function resolved(schema: JsonSchema, defs: JsonSchema['$defs']): JsonSchema {
  return schema.$ref ? (defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}) : schema
}
