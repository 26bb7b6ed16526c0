import type { TestApi } from './test-api.ts'

/** The parts of JSON Schema that the descriptions use. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  example?: unknown
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  items?: JsonSchema
  minItems?: number
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  required?: string[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  $ref?: string
}

export interface Parameter {
  in: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  schema: JsonSchema
}

interface Operation {
  operationId: string
  summary: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: JsonSchema }> }>
}

export interface DescribedOperation {
  /** `PUT /users/{id}` */
  name: string
  method: string
  path: string
  operation: Operation
  /** Requires a user's token: a guest gets 401. */
  needsUser: boolean
  needsLaboratorySystem: boolean
  /** The permission that a desk call needs; null: any desk session; undefined: not a desk call. */
  staffPermission: string | null | undefined
  /** The schema of the JSON body, with the reference at the top resolved. */
  bodySchema: JsonSchema | undefined
  parameters: Parameter[]
  resolve(schema: JsonSchema): JsonSchema
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation that the API describes. */
export async function readOperations(api: TestApi): Promise<DescribedOperation[]> {
  const answer = await api.request('GET', '/openapi.json')
  const document = (await answer.json()) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, JsonSchema> }
  }
  function resolve(schema: JsonSchema): JsonSchema {
    if (!schema.$ref) return schema
    return resolve(document.components.schemas[schema.$ref.split('/').at(-1)!]!)
  }
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const security = operation.security ?? []
      const staff = security.find((way) => way.staff)?.staff
      const optional = security.some((way) => Object.keys(way).length === 0)
      const content = operation.requestBody?.content['application/json']
      return [
        {
          name: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          operation,
          needsUser: !optional && security.some((way) => way.user),
          needsLaboratorySystem: security.some((way) => way.laboratorySystem),
          staffPermission: staff && (staff[0] ?? null),
          bodySchema: content ? resolve(content.schema) : undefined,
          parameters: operation.parameters ?? [],
          resolve,
        },
      ]
    }),
  )
}

/** The fields of a JSON value that its schema does not name. */
export function undescribed(
  value: unknown,
  schema: JsonSchema,
  resolve: DescribedOperation['resolve'],
  at = '',
): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { anyOf, oneOf, allOf, items, properties = {}, additionalProperties } = resolve(schema)
  const inner = (part: unknown, of: JsonSchema, name: string) =>
    undescribed(part, of, resolve, `${at}.${name}`)
  const ways = (anyOf ?? oneOf)?.map((way) => undescribed(value, way, resolve, at))
  if (ways) return ways.toSorted((one, other) => one.length - other.length)[0] ?? []
  if (allOf) {
    const known = allOf.flatMap((part) => Object.keys(resolve(part).properties ?? {}))
    return Object.keys(value)
      .filter((name) => !known.includes(name))
      .map((name) => `${at}.${name}`)
  }
  if (Array.isArray(value)) return items ? value.flatMap((part) => inner(part, items, '*')) : []
  return Object.entries(value).flatMap(([name, part]) => {
    const of = properties[name] ?? additionalProperties
    if (of === undefined || of === false) return [`${at}.${name}`]
    return of === true ? [] : inner(part, of, name)
  })
}
