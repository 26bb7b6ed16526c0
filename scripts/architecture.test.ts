import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'
import { FILES, using } from './source-files.ts'

test('nothing is taken from the router and React that they keep for themselves, by tests neither', () => {
  const files = globSync('{apps,benchmarks,e2e,packages,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|build|\.cache|\.react-router)(?:\/|$)/.test(path),
  })
  expect(files.length).toBeGreaterThan(FILES.length)
  const own = 'scripts/architecture.test.ts'
  expect(
    files
      .filter(
        (file) =>
          file !== own && /UNSAFE_|__react|unstable_|x-remix/i.test(readFileSync(join(root, file), 'utf8')),
      )
      .toSorted(),
  ).toEqual([
    // React says nowhere in public that it has taken over a whole page, and a mark of our own would be set before its boundaries.
    'e2e/visitor.ts',
    // Which files a route loads with those that it stands in is written nowhere else; a new name fails the check.
    'scripts/check-weight.mjs',
  ])
})

test.each(['desk', 'storefront'])(
  'beside the modules of the %s lie the files that the router asks for, and hardly more',
  (app) => {
    const loose = globSync(`apps/${app}/app/*`, { cwd: root, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(loose.length).toBeGreaterThan(2)
    expect(loose.length).toBeLessThanOrEqual(8)
  },
)

test('the domain remembers nothing, and is told the time and given chance', () => {
  const domain = (file: string) => file.startsWith('packages/domain/')
  expect(FILES.filter(domain).length).toBeGreaterThan(30)
  // At the beginning of a line: of the module. A collection that is filled at once is a constant.
  expect(
    using(/^(?:export )?(?:let|var) |^(?:export )?const .*= new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/m).filter(
      domain,
    ),
  ).toEqual([])
  expect(using(/Date\.now|new Date\(\)|Temporal\.Now|performance\.now|Math\.random/).filter(domain)).toEqual(
    [],
  )
})

test('what outlives a request is kept by the caches, which are bounded, and by what is listed here', () => {
  const ofModule =
    /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\((?:\)|\{)|^(?:export )?const .* = keepLost<|new LRUCache/m
  const bounded = [
    'apps/storefront/app/platform/cache/open-streams.server.ts',
    'apps/storefront/app/platform/cache/shop-memory.server.ts',
    'packages/server/src/made-once.ts',
  ]
  // Of one page in a browser.
  const ofPage = [
    'apps/desk/app/lost-answer.ts',
    'apps/storefront/app/shell/leaving.tsx',
    'apps/storefront/app/shell/lost-answer.ts',
    'apps/storefront/app/shell/modal-screen.tsx',
    'apps/storefront/app/shell/page-change.tsx',
  ]
  // Goes with its key: a request, a catalogue.
  const weak = [
    'apps/laboratory-api/src/catalogue/cart-assortment.ts',
    'apps/laboratory-api/src/catalogue/catalogue-answers.ts',
    'apps/laboratory-api/src/results/body-systems.ts',
    'apps/laboratory-api/src/search-words/list-unanswered.ts',
    'apps/storefront/app/platform/forms/read-form.server.ts',
    'apps/storefront/app/platform/session/viewer.server.ts',
  ]
  // Made once, from the program's own files and of nobody.
  const ofProgram = [
    'apps/laboratory-api/src/accounts/common-passwords.ts',
    'apps/laboratory-api/src/accounts/passwords.ts',
    'apps/sandbox/src/analyser/catalogue.ts',
    'packages/texts/src/compiled-messages.ts',
  ]
  // Who waits in turn, what is measured at the moment, whether traces are sent: it goes with them.
  const ofMoment = [
    'apps/hl7-gateway/src/metrics.ts',
    'apps/storefront/app/platform/records/change-record.server.ts',
    'packages/server/src/metrics.ts',
    'packages/server/src/tracing.ts',
  ]
  expect(using(ofModule)).toEqual([...bounded, ...ofPage, ...weak, ...ofProgram, ...ofMoment].toSorted())
})
