import { generateKeyPairSync } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOUND_NODE } from '@shop/server/production'
import { readServerSettings, serverSchema } from '@shop/server/settings'
import { expect, test } from 'vitest'
import { schema as deskSchema, readSettings as readDesk } from '../apps/desk/settings.ts'
import { schema as gatewaySchema, readSettings as readGateway } from '../apps/hl7-gateway/settings.ts'
import { schema as mainApiSchema, readSettings as readMainApi } from '../apps/laboratory-api/settings.ts'
import { readSettings as readShop, schema as shopSchema } from '../apps/storefront/settings.ts'
import { root } from './operations/tools.ts'

// Numbers and other values that operators read in documents and programs have as their defaults.

const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The column “Default” for each name in the tables of settings; names in one row may share a default. */
function defaultsIn(file: string): Map<string, string> {
  const rows = [...read(file).matchAll(/^\| (`[A-Z][A-Z0-9_]+`[^|]*) \|([^|]*)\|/gm)]
  return new Map(
    rows.flatMap(([, first, second]) => {
      const names = [...first!.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!)
      const whole = second!.trim()
      // At commas outside of code and brackets.
      const parts = whole.match(/(?:`[^`]*`|\([^)]*\)|[^,`(])+/g) ?? []
      return names.map((name, index): [string, string] => [
        name,
        parts.length === names.length ? parts[index]!.trim() : whole,
      ])
    }),
  )
}

const ofShop = defaultsIn('docs/operations/settings.md')
const ofGateway = defaultsIn('docs/hl7.md')

/** A default that is a value; undefined if it is said in words. */
const literalOf = (cell: string) => /^`([^`]+)`(?: \(.*\)|;.*)?$/.exec(cell)?.[1]

/** Defaults said in words, or as another setting's value. */
const IN_WORDS = {
  API_ROOT: '',
  BEPAID_TEST: 'sandbox',
  CATEGORY_IDS: 'those of the demo catalogue',
  CLIENT_ADDRESS_SECRET: 'sandbox',
  DEMO_MORNING: '`true` with `npm start` and `npm run dev`, else `false`',
  ENCRYPTION_KEYS: 'sandbox',
  OTEL_EXPORTER_OTLP_HEADERS: 'none',
}
/** Worked out by the program from other settings; the next tests compare them. */
const WORKED_OUT = ['API_PUBLIC_URL', 'DATABASE_DIRECT_URL', 'ERASURE_LOG', 'PORT', 'PUBLIC_URL']

interface Schema {
  shape: Record<string, { safeParse(value: unknown): { data?: unknown } }>
}

test.each<[string, Schema, Map<string, string>]>([
  ['every program', serverSchema, ofShop],
  ['the storefront', shopSchema, ofShop],
  ['the main API', mainApiSchema, new Map([...ofGateway, ...ofShop])],
  ['the desk', deskSchema, ofShop],
  ['the gateway', gatewaySchema, new Map([...ofShop, ...ofGateway])],
])('the documents state the defaults of %s', (_, { shape }, documented) => {
  const different = Object.entries(shape).flatMap(([name, setting]) => {
    const cell = documented.get(name)
    const value = cell === undefined ? undefined : literalOf(cell)
    const { data: inCode } = setting.safeParse(undefined)
    if (WORKED_OUT.includes(name) && inCode === undefined) return []
    if (inCode !== undefined && name in IN_WORDS && value === undefined)
      return cell === IN_WORDS[name as keyof typeof IN_WORDS] ? [] : [`${name}: ${cell}`]
    const stated = value === undefined ? undefined : setting.safeParse(value).data
    const isStated = cell !== undefined && JSON.stringify(stated) === JSON.stringify(inCode)
    return isStated ? [] : [`${name}: ${cell}, and in the code ${JSON.stringify(inCode)}`]
  })
  expect(different).toEqual([])
})

test('README names settings of the table and repeats none of their defaults, which would be a second place', () => {
  const rows = [...read('README.md').matchAll(/^\| (`[A-Z][A-Z0-9_]+`.*) \|$/gm)].map(([, row]) =>
    row!.split(' | '),
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter((cells) => cells.length !== 2)).toEqual([])
  const names = rows.flatMap(([first]) => [...first!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
  expect(names.filter((name) => !ofShop.has(name))).toEqual([])
})

const privateKey = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey
const client = {
  HL7_CLIENT_ID: 'hl7',
  HL7_CLIENT_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

test('the documents state the port of each program', () => {
  const programs = [readShop({}), readMainApi({}), readDesk({}), readGateway(client)]
  const ports = programs.map(({ server }) => server.port)
  const [stated] = /`PORT`, `HOST` \| .*?\)/.exec(read('docs/operations/settings.md'))!
  expect([...stated.matchAll(/`(\d+)`/g)].map(([, port]) => Number(port))).toEqual(ports)
  expect(ofGateway.get('PORT')).toBe(`\`${ports.at(-1)}\``)
})

test('the documents state the defaults that follow from other settings', () => {
  const { laboratory } = readShop({})
  const [host, port] = ['HOST', 'PORT'].map((name) => literalOf(ofShop.get(name)!)!)
  const publicUrl = literalOf(ofShop.get('PUBLIC_URL')!)!.replace('HOST', host!).replace('PORT', port!)
  const valueWith = (name: string, other: string, value: string) =>
    literalOf(ofShop.get(name)!)!.replace(other, value)
  expect(laboratory!.publicUrl).toBe(publicUrl)
  expect(laboratory!.apiPublicUrl).toBe(valueWith('API_PUBLIC_URL', 'PUBLIC_URL', publicUrl))
  const dataDir = literalOf(ofShop.get('DATA_DIR')!)!
  expect(laboratory!.erasureLog).toBe(join(valueWith('ERASURE_LOG', 'DATA_DIR', dataDir)))
  expect(ofShop.get('DESK_URL')).toContain('plus ten')
  expect(laboratory!.deskUrl).toBe(`http://${host}:${Number(port) + 10}`)
  expect(literalOf(ofShop.get('DATABASE_DIRECT_URL')!)).toBe('DATABASE_URL')
})

test('behind PgBouncer the database’s own limits are the defaults of the shop’s', () => {
  const set = [...read('deploy/ha/README.md').matchAll(/^ALTER ROLE \w+ SET (\w+) = '(\d+)s';$/gm)]
  const { statement, lock, idleInTransaction } = readServerSettings({}, 3000).database.timeouts
  expect(Object.fromEntries(set.map(([, name, seconds]) => [name, Number(seconds) * 1_000]))).toEqual({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  })
})

const { engines, devDependencies } = JSON.parse(read('package.json')) as {
  engines: { node: string }
  devDependencies: { node: string }
}

test('documents name the Node that a release needs, or the project’s own', () => {
  const versions = globSync(['README.md', 'docs/{*,{operations,security}/**/*}.md', 'deploy/**/*'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\b2\d\.\d+\.\d+\b/g)].map(([version]) => ({
        file: file.slice(root.length + 1),
        version,
      })),
    )
  const own = devDependencies.node
  expect(versions.filter(({ version }) => version !== SOUND_NODE && version !== own)).toEqual([])
  const needed = versions.filter(({ version }) => version === SOUND_NODE)
  expect([...new Set(needed.map(({ file }) => file))].toSorted()).toEqual([
    'README.md',
    'deploy/container/Containerfile',
    'docs/operations/releases.md',
    'docs/security/components.md',
  ])
})

test('documents name the Node that starts the scripts, and the project’s own', () => {
  const [starting, own] = [engines.node.slice('>='.length), devDependencies.node.split('.')[0]]
  expect(read('README.md')).toContain(
    `only Node ${starting} or newer and npm, and brings its own Node ${own}.`,
  )
  expect(read('CONTRIBUTING.md')).toContain(`Any Node from version ${starting} on`)
  expect(read('CONTRIBUTING.md')).toContain(`the project's own Node ${own}.`)
})
