import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { flatTexts, SOURCES } from '../packages/texts/src/compiled-messages.ts'
import { root } from './operations/tools.ts'

const sources = new Map(
  globSync('{apps,packages}/*/{app,server,src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

const found = (pattern: RegExp) =>
  [...sources.values()].flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1]!))

test('no text is left that nothing says', () => {
  const quoted = new Set(found(/['"]((?:[a-z]+:)?\w+(?:\.\w+)+|\w+:\w+)['"]/g))
  // What is put together: `order.state.${state}`.
  const templates = found(/`((?:[a-z]+:)?(?:\w|\$\{[^}]+\})+(?:\.(?:\w|\$\{[^}]+\})+)+)`/g)
    .filter((text) => text.includes('${'))
    .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]+\}/g, '[\\w.-]+')}$`))
  const keys = Object.keys(flatTexts(SOURCES.en))
  expect(keys.length).toBeGreaterThan(1_500)
  const unsaid = keys.filter((key) => !quoted.has(key) && !templates.some((template) => template.test(key)))
  expect(unsaid).toEqual([])
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
