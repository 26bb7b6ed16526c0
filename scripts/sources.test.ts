import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { deskMessages, flatTexts, SOURCES } from '../packages/texts/src/compiled-messages.ts'
import { root } from './operations/tools.ts'

const sources = new Map(
  globSync('{apps,packages}/*/{app,server,src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

const KEYS = Object.keys(flatTexts(SOURCES.en))

/** Keys of texts that the sources use, written out or as a template: `order.state.${state}`. */
function saidIn(isAsked: (file: string) => boolean): string[] {
  const found = (pattern: RegExp) =>
    [...sources]
      .filter(([file]) => isAsked(file))
      .flatMap(([, source]) => [...source.matchAll(pattern)].map((match) => match[1]!))
  const quoted = new Set(found(/['"]((?:[a-z]+:)?\w+(?:\.\w+)+|\w+:\w+)['"]/g))
  const templates = found(/`((?:[a-z]+:)?(?:\w|\$\{[^}]+\})+(?:\.(?:\w|\$\{[^}]+\})+)+)`/g)
    .filter((text) => text.includes('${'))
    .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]+\}/g, '[\\w.-]+')}$`))
  return KEYS.filter((key) => quoted.has(key) || templates.some((template) => template.test(key)))
}

test('every text is used', () => {
  expect(KEYS.length).toBeGreaterThan(1_500)
  const said = new Set(saidIn(() => true))
  expect(KEYS.filter((key) => !said.has(key))).toEqual([])
})

/** The desk's files, with the components that it takes from the storefront and what these import. */
const deskFiles = new Set([...sources.keys()].filter((file) => file.startsWith('apps/desk/')))
for (const file of deskFiles) {
  const source = sources.get(file) ?? ''
  for (const [, piece] of source.matchAll(/\bfrom '@shop\/storefront\/(ui\/[^']+)'/g))
    deskFiles.add(`apps/storefront/app/${piece}`)
  if (file.startsWith('apps/storefront/app/ui/'))
    for (const [, path] of source.matchAll(/\bfrom '(\.[^']+)'/g)) deskFiles.add(join(dirname(file), path!))
}

test('the desk has each of the shop’s texts that it uses', () => {
  const partner = JSON.parse(readFileSync(join(root, 'partners/synlab/partner.json'), 'utf8'))
  const own = deskMessages('en', 'synlab', partner)
  const said = saidIn((file) => deskFiles.has(file))
  expect(said.length).toBeGreaterThan(900)
  expect(said.filter((key) => !Object.hasOwn(own, key))).toEqual([])
})

test('functions that a loader returns from have names that say so', () => {
  const loader = /^export (?:async )?function loader\b[\s\S]*?^}/m
  const called = [...sources]
    .filter(([file]) => /^apps\/storefront\/app\/.*\/routes\//.test(file))
    .flatMap(([, source]) =>
      [...(loader.exec(source)?.[0] ?? '').matchAll(/\breturn (\w+)\(/g)].map(([, name]) => name!),
    )
  expect(called.length).toBeGreaterThan(25)
  // Files are passed on, a stream is opened, or the visitor is redirected.
  expect(
    called.filter((name) => !/^(?:load[A-Z]|(?:passFileOn|openLiveStream|redirect|replace)$)/.test(name)),
  ).toEqual([])
})

test('a screen has at most four files to itself', () => {
  const users = new Map<string, string[]>()
  for (const [file, source] of sources) {
    // What is only loaded later (`import(…)`) is read separately.
    for (const [, path] of source.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const used = join(dirname(file), path!)
      users.set(used, [...(users.get(used) ?? []), file])
    }
  }
  /** The screen with everything that nothing else uses. */
  const ownFiles = (own: string[]): string[] => {
    const more = [...users].filter(
      ([file, by]) => sources.has(file) && !own.includes(file) && by.every((user) => own.includes(user)),
    )
    return more.length === 0 ? own : ownFiles([...own, ...more.map(([file]) => file)])
  }
  const screens = [...sources.keys()].filter((file) => /^apps\/[\w-]+\/app\/(?:.*\/)?routes\//.test(file))
  expect(screens.length).toBeGreaterThan(100)
  expect(screens.map((screen) => ownFiles([screen])).filter((files) => files.length > 4)).toEqual([])
})

test('no style selects whatever element stands beside a plain one', () => {
  const styles = globSync('{apps,packages}/*/{app,src}/**/*.css', { cwd: root })
  expect(styles.length).toBeGreaterThan(100)
  // Unless a class comes first, each element added or removed makes the browser recompute the styles of all around it.
  const beside = /(?:^|[\s>,])(?:\*|[a-z][\w-]*) [+~] \*/m
  expect(styles.filter((file) => beside.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('no two style modules of the storefront share a name, which their class names begin with', () => {
  const names = globSync('apps/storefront/app/**/*.module.css', { cwd: root }).map((file) => basename(file))
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
