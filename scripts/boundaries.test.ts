import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DESK } from '../boundaries/desk.ts'
import { LABORATORY_API } from '../boundaries/laboratory-api.ts'
import { STOREFRONT } from '../boundaries/storefront.ts'
import { root } from './operations/tools.ts'
import { FILES, source } from './source-files.ts'

// `boundaries.config.mjs` sees what is imported. A statement can also name a table in its text.

const API = 'apps/laboratory-api/src/'

/** The area of a file; none: beside the areas, or in another program. */
const areaOf = (file: string) =>
  file.startsWith(API) ? /^([^/]+)\//.exec(file.slice(API.length))?.[1] : undefined

/** The area that owns each table. */
async function readOwners() {
  const owners = new Map<string, string>()
  for (const file of globSync(`${API}**/tables.ts`, { cwd: root })) {
    const tables = Object.values((await import(join(root, file))) as Record<string, unknown>)
    for (const table of tables) if (is(table, PgTable)) owners.set(getTableName(table), areaOf(file)!)
  }
  return owners
}

test('the text of a statement names only tables of its own area and those of areas whose tables it may import', async () => {
  const owners = await readOwners()
  expect(owners.size).toBeGreaterThan(50)
  // Packages name tables only in their comments, as examples.
  const named = FILES.filter((file) => file.startsWith('apps/')).flatMap((file) =>
    [...source.get(file)!.matchAll(/\blaboratory\."?([a-z_]+)\b/g)].flatMap(([, table]) => {
      const owner = owners.get(table!)
      return owner === undefined ? [] : [{ file, table: table!, owner, area: areaOf(file) }]
    }),
  )
  expect(named.length).toBeGreaterThan(50)
  const past = named.filter(({ area, owner }) => {
    if (area === undefined) return true
    return owner !== area && !LABORATORY_API[area]![owner]?.includes('tables.ts')
  })
  expect([...new Set(past.map(({ file }) => file))]).toEqual([
    // What the roles of the database may read: of all areas.
    `${API}database-access.ts`,
  ])
})

test.for([
  ['apps/laboratory-api/src', LABORATORY_API],
  ['apps/storefront/app', STOREFRONT],
  ['apps/desk/app', DESK],
] as const)('the doors in %s are for files that are taken', ([folder, doors]) => {
  const taken = new Set(
    FILES.filter((file) => file.startsWith(`${folder}/`)).flatMap((file) =>
      [...source.get(file)!.matchAll(/(?:\bfrom|\bimport) ?\(?'(\.[^']+)'/g)].map(([, path]) => {
        const [by] = file.slice(folder.length + 1).split('/')
        return `${by}: ${join(dirname(file), path!)}`
      }),
    ),
  )
  const open = Object.entries(doors).flatMap(([by, used]) =>
    Object.entries(used).flatMap(([from, files]) =>
      files.map((file) => `${by}: ${join(folder, from, file)}`),
    ),
  )
  expect(open.filter((door) => !taken.has(door))).toEqual([])
})

test('no type is taken by import(…), which the tool does not see', () => {
  const files = globSync('{apps,benchmarks,boundaries,catalogue,e2e,packages,scripts}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|build|\.cache|\.react-router)$/.test(path),
  })
  expect(files.length).toBeGreaterThan(1000)
  const byImport = /typeof import\('\.|\bimport\('\.[^']*'\)\.(?!then\b|catch\b|finally\b)/
  expect(files.filter((file) => byImport.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
