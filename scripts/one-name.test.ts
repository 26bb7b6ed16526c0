import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'
import { FILES, source } from './source-files.ts'

/**
 * What a program and the packages export has a name of its own: a name that stands in two of their files means two
 * things, or is written twice. What goes over the wire is `Wire…` where the domain has the word; a component is not
 * named like a type. Tests are not checked.
 */
const PROGRAMS = readdirSync(join(root, 'apps'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
/** What the desk takes from the storefront. */
const SHARED = /^apps\/storefront\/app\/(?:ui|platform\/(?:pages|texts))\//

/** Names that stand in two files all the same, with these files. */
const IN_TWO_FILES: Readonly<Record<string, readonly string[]>> = {
  // The component that shows just this sum, on every page that has one.
  Money: ['apps/storefront/app/ui/money.tsx', 'packages/domain/src/money.ts'],
  // The component that shows how a patient prepares.
  Preparation: ['apps/storefront/app/cart/preparation.tsx', 'packages/domain/src/preparation.ts'],
}

/** The router finds what a route's file exports by these names. */
const isNamedByRouter = (file: string, name: string) =>
  /\/app\/(?:root\.tsx$|(?:[\w-]+\/)?routes\/)/.test(file) &&
  /^(?:ErrorBoundary|action|loader|middleware|shouldRevalidate)$/.test(name)

/** The generated tables of the calls of one area, which only the two tables of all calls take. */
const isGenerated = (file: string) => file.startsWith('packages/contract/src/operations/')

const DECLARED =
  /^export (?:declare )?(?:(?:async )?function\*?|(?:abstract )?class|const enum|const|let|type|interface|enum) (\w+)/gm
/** Names in braces: taken apart, or exported after they are declared; what a door passes on is declared elsewhere. */
const IN_BRACES = /^export (?:const |type )?\{([^}]*)\}(?! from)/gm
const isImported = (text: string, name: string) => new RegExp(`^import [^']*\\b${name}\\b`, 'm').test(text)

function exportedBy(file: string): string[] {
  const text = source.get(file)!
  const inBraces = [...text.matchAll(IN_BRACES)].flatMap(([, list = '']) =>
    [...list.matchAll(/(\w+)\s*(?:,|$)/g)]
      .map((match) => match[1]!)
      .filter((name) => !isImported(text, name)),
  )
  return [...[...text.matchAll(DECLARED)].map((match) => match[1]!), ...inBraces]
}

function namesInTwoFiles(program: string): [string, string[]][] {
  const isOfProgram = (file: string) =>
    file.startsWith(`apps/${program}/`) || (program === 'desk' && SHARED.test(file))
  const files = FILES.filter(
    (file) => isOfProgram(file) || (file.startsWith('packages/') && !isGenerated(file)),
  )
  const places = files.flatMap((file) =>
    [...new Set(exportedBy(file))]
      .filter((name) => !isNamedByRouter(file, name))
      .map((name) => ({ name, file })),
  )
  return [...Map.groupBy(places, ({ name }) => name)]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => [name, where.map(({ file }) => file)])
}

test('no name that a program or a package exports stands in two of their files', () => {
  expect(PROGRAMS.length).toBeGreaterThan(4)
  expect(FILES.flatMap(exportedBy).length).toBeGreaterThan(3_000)
  expect(Object.fromEntries(PROGRAMS.flatMap(namesInTwoFiles))).toEqual(IN_TWO_FILES)
})

/** The calls and the tables, under the same names in each area or module. */
const IN_EACH_AREA = /\/(?:(?:[a-z]+-)?routes|routes\/api|tables)\.ts$/

test('no two files of a program share a name, but those of the calls and the tables of its areas', () => {
  const shared = PROGRAMS.flatMap((program) => {
    const files = FILES.filter((file) => file.startsWith(`apps/${program}/`) && !IN_EACH_AREA.test(file))
    expect(files.length).toBeGreaterThan(20)
    return [...Map.groupBy(files, (file) => basename(file)).values()].filter(({ length }) => length > 1)
  })
  expect(shared).toEqual([])
})
