import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/** Keys of texts that sources say, written out or put together: `order.state.${state}`. */
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

test('no text is left that nothing says', () => {
  expect(KEYS.length).toBeGreaterThan(1_500)
  const said = new Set(saidIn(() => true))
  expect(KEYS.filter((key) => !said.has(key))).toEqual([])
})

/** The desk's files, with the pieces that it takes of the storefront and what these stand on. */
const deskFiles = new Set([...sources.keys()].filter((file) => file.startsWith('apps/desk/')))
for (const file of deskFiles) {
  const source = sources.get(file) ?? ''
  for (const [, piece] of source.matchAll(/\bfrom '@shop\/storefront\/(ui\/[^']+)'/g))
    deskFiles.add(`apps/storefront/app/${piece}`)
  if (file.startsWith('apps/storefront/app/ui/'))
    for (const [, path] of source.matchAll(/\bfrom '(\.[^']+)'/g)) deskFiles.add(join(dirname(file), path!))
}

test('the desk has each of the shop’s texts that it says', () => {
  const partner = JSON.parse(readFileSync(join(root, 'partners/synlab/partner.json'), 'utf8'))
  const own = deskMessages('en', 'synlab', partner)
  const said = saidIn((file) => deskFiles.has(file))
  expect(said.length).toBeGreaterThan(900)
  expect(said.filter((key) => !Object.hasOwn(own, key))).toEqual([])
})

test('whoever answers a loader is called so', () => {
  const loader = /^export (?:async )?function loader\b[\s\S]*?^}/m
  const called = [...sources]
    .filter(([file]) => /^apps\/storefront\/app\/.*\/routes\//.test(file))
    .flatMap(([, source]) =>
      [...(loader.exec(source)?.[0] ?? '').matchAll(/\breturn (\w+)\(/g)].map(([, name]) => name!),
    )
  expect(called.length).toBeGreaterThan(25)
  // Files are handed on, a stream is opened; the rest leads elsewhere.
  expect(
    called.filter((name) => !/^(?:load[A-Z]|(?:passFileOn|openLiveStream|redirect)$)/.test(name)),
  ).toEqual([])
})

test('a screen is read in at most four files of its own', () => {
  const users = new Map<string, string[]>()
  for (const [file, source] of sources) {
    // What is only loaded later (`import(…)`) is read by itself.
    for (const [, path] of source.matchAll(/\bfrom '(\.[^']+)'/g)) {
      const used = join(dirname(file), path!)
      users.set(used, [...(users.get(used) ?? []), file])
    }
  }
  /** The screen with whatever nothing else uses. */
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

test('no style looks at whatever stands beside an element', () => {
  const styles = globSync('{apps,packages}/*/{app,src}/**/*.css', { cwd: root })
  expect(styles.length).toBeGreaterThan(100)
  // Unless a class stands before it, each element that comes or goes has the styles of all around it made anew.
  const beside = /(?:^|[\s>,])(?:\*|[a-z][\w-]*) [+~] \*/m
  expect(styles.filter((file) => beside.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
