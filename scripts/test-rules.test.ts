import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'

// What tests and their helpers must not do, as CONTRIBUTING says.

const filesLike = (pattern: string) =>
  new Map(
    globSync(pattern, {
      cwd: root,
      exclude: (path) => /(?:^|\/)(?:node_modules|build)(?:\/|$)/.test(path),
    })
      .filter((file) => file !== 'scripts/test-rules.test.ts')
      .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
/** Unit and integration tests. */
const sources = filesLike('{apps,packages,scripts}/**/{*.test.{ts,tsx},testing/*.ts}')
const browserSources = filesLike('e2e/**/*.ts')
/** How tests are run. */
const runners = filesLike('{vitest.config.ts,scripts/{test,test-some}.mjs}')

/** Files in which the pattern occurs. */
const using = (pattern: RegExp, among = sources) =>
  [...among].flatMap(([file, source]) => (pattern.test(source) ? [file] : [])).toSorted()

test('the rules are checked against all tests and their helpers', () => {
  expect(sources.size).toBeGreaterThan(300)
  expect(browserSources.size).toBeGreaterThan(90)
  expect([...sources.keys()]).toContain('packages/database/src/testing/patience.ts')
})

test('the name of a test is a sentence: it does not begin with a verb', () => {
  const verbs = [
    'is|does|has|allows|audits|consists|corrects|counts (?!grow|follow)|decodes|deletes|erases|finds|follows|keeps',
    'lets|lists|logs|pages through|prints|ranks|refuses|reminds|returns|reveals|searches the|shows|skips',
    'understands|works|writes',
  ].join('|')
  // In a group, the group's name is the subject.
  const named = `^(?:test\\(|test\\.each\\(.*\\)\\(|\\](?: as const)?\\)\\()\\s*['"\`]`
  expect(using(new RegExp(`${named}(?:${verbs})\\b`, 'm'))).toEqual([])
})

test('a test waits as long as a busy machine needs, and has no time limit of its own', () => {
  const times = (pattern: RegExp, source: string) => [...source.matchAll(pattern)].length
  const impatient = [...sources].filter(
    ([, source]) => times(/\bvi\.waitFor\(/g, source) > times(/(?<!import .*)\bPATIENTLY\b/g, source),
  )
  expect(impatient.map(([file]) => file)).toEqual([])
  expect(using(/\bvi\.waitUntil\(|\btimeout: \d|^\}, [\d_]+\)$/m)).toEqual([])
})

test('a browser test waits for what the page has read, since an answer that it drops is never finished', () => {
  expect(using(/\.finished\(\)/, browserSources)).toEqual([])
})

test('a browser test waits as long, and has no time limit of its own; one that starts programs may be slow()', () => {
  expect(using(/\bsetTimeout\([\d_]+\)/, browserSources)).toEqual([
    // One start from sources for all tests of the file.
    'e2e/dev.slow.spec.ts',
  ])
  // Shorter times end one try of several.
  expect(using(/\btimeout: \d*\d\d_000\b/, browserSources)).toEqual([
    // Fixtures that open shops.
    'e2e/desk-release.slow.spec.ts',
    'e2e/desk-screens.slow.spec.ts',
    // The browser gives up its search for a passkey after a minute.
    'e2e/passkeys.spec.ts',
    // The limits of all others.
    'e2e/playwright.config.ts',
    // A program that should end by itself.
    'e2e/processes.slow.spec.ts',
    // Fixtures that open shops.
    'e2e/screens.slow.spec.ts',
  ])
})

test('a test of any kind sleeps only to show that nothing happens', () => {
  const sleeps = [
    String.raw`\bawait (?:setTimeout|sleep|pause|wait|delay)\(`,
    // Of a promise: not the patience of one that ends earlier.
    String.raw`new Promise\([^\n]*\bsetTimeout\(\w+, [\w.]+\)`,
    String.raw`\b(?:waitForTimeout|pg_sleep)\(|\bAtomics\.wait\(`,
  ]
  const all = new Map([...sources, ...browserSources])
  expect(using(new RegExp(sleeps.join('|')), all)).toEqual([
    // A mail server that takes its time.
    'apps/laboratory-api/src/testing/test-mail-server.ts',
    // A page that should not change yet.
    'e2e/page-change.spec.ts',
    // Between two looks at a program that is starting.
    'e2e/shop-process.ts',
    // A lock that should not be lost with a connection that is idle for ten seconds.
    'packages/database/src/migrate.integration.test.ts',
    // Between two looks at a server that is starting.
    'packages/database/src/testing/postgres-server.ts',
    // Statements that should end in time, or should not be ended.
    'packages/database/src/timeouts.integration.test.ts',
  ])
})

test('unit and integration tests are never retried', () => {
  const retried = /^(?!.*\/\/).*\bretry: *[1-9{]|--retry\b/m
  expect(runners.size).toBe(3)
  expect([...using(retried), ...using(retried, runners)]).toEqual([])
})

test('unit and integration tests do not measure how long something takes', () => {
  const clocks = /\bperformance\.now\(|\bhrtime\b/
  expect([...using(clocks), ...using(clocks, runners)]).toEqual([])
})

test('a test stands alone: no file insists on the order of its tests', () => {
  expect(using(/\bshuffle: *false\b/)).toEqual([])
})

test('a folder of a test comes from `temporaryFolder`, which removes it after the last test of its file', () => {
  expect(using(/\bmkdtemp/)).toEqual([
    // Servers and templates of all files; their own end removes them.
    'packages/database/src/testing/postgres-server.ts',
    'packages/database/src/testing/templates.ts',
    'packages/database/src/testing/temporary-folder.ts',
  ])
})

test('what a test stubs is put back by `tidy-up.ts`, not by a last line that a failing test does not reach', () => {
  expect(using(/\bvi\.(?:unstubAll|restoreAllMocks|useRealTimers)/)).toEqual([
    'packages/database/src/testing/tidy-up.ts',
  ])
})

test('a server of a test takes no fixed port, so several runs can share a machine', () => {
  expect(using(/\.listen\((?:\{ port: )?[1-9]/)).toEqual([])
})

test('a day that a browser test types into a form does not come: the shop may have the real clock', () => {
  const typed = [...browserSources].flatMap(([file, source]) =>
    [...source.matchAll(/\.fill\('(20\d\d-\d\d-\d\d)/g)].map(([, day]) => ({ file, day: day! })),
  )
  expect(typed.length).toBeGreaterThan(1)
  expect(typed.filter(({ day }) => day > '2026-06-30')).toEqual([])
})

test('no test fails because something took longer than it should: speed is judged in benchmarks', () => {
  const measured = String.raw`(?:performance|Date)\.now\(\) - \w+|\b(?:waited|took|elapsed|duration)\w*`
  const limited = new RegExp(`\\bexpect\\((?:${measured})[,)][^\\n]*\\.toBeLessThan`)
  expect([...using(limited), ...using(limited, browserSources)]).toEqual([])
})
