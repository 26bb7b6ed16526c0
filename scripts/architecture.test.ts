import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'
import { FILES, using } from './source-files.ts'

test('no code, tests included, uses what the router and React keep to themselves', () => {
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
    // React has no public sign that it has hydrated the whole page, and a mark of our own would be set before its
    // boundaries.
    'e2e/visitor.ts',
    // Which files a route loads together with its parents is recorded nowhere else; if the name changes, the check
    // fails.
    'scripts/check-weight.mjs',
  ])
})

test.each(['desk', 'storefront'])(
  'beside the modules of the %s there are the files that the router requires, and few others',
  (app) => {
    const loose = globSync(`apps/${app}/app/*`, { cwd: root, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    expect(loose.length).toBeGreaterThan(2)
    expect(loose.length).toBeLessThanOrEqual(8)
  },
)

test('the domain keeps no state, and receives the time and random values as arguments', () => {
  const domain = (file: string) => file.startsWith('packages/domain/')
  expect(FILES.filter(domain).length).toBeGreaterThan(30)
  // At the beginning of a line, so at module level. A collection filled where it is created is a constant.
  expect(
    using(/^(?:export )?(?:let|var) |^(?:export )?const .*= new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)/m).filter(
      domain,
    ),
  ).toEqual([])
  expect(using(/Date\.now|new Date\(\)|Temporal\.Now|performance\.now|Math\.random/).filter(domain)).toEqual(
    [],
  )
})

test('what a function keeps for its next calls is in the bounded caches or released with what it was made from', () => {
  const known = /const (\w+) = [\w.]+\.get\(.*\n\s*if \(\1\b.*\) return \1\b/
  const missing = /let (\w+) = [\w.]+\.get\(.*\n\s*if \((?:!\1|\1 === undefined)\) \{/
  const filled = /(\w+)\.get\(.*\) \?\? [\w.]+\(.*\n\s*\1\.set\(/
  const places = [known, missing, filled].flatMap((pattern) => using(pattern))
  expect(places.toSorted()).toEqual([
    // The requests of one message.
    'apps/hl7-gateway/src/fhir/requests.ts',
    // Released with its key: a catalogue, an offer.
    'apps/laboratory-api/src/catalogue/catalogue-answers.ts',
    'apps/laboratory-api/src/results/body-systems.ts',
    'apps/laboratory-api/src/search/search-index.ts',
    // The words of one list.
    'apps/storefront/app/catalogue/analysis-list.tsx',
    // In the shop's memory.
    'apps/storefront/app/catalogue/shown-catalogue.server.ts',
    'apps/storefront/app/laboratories/next-free.server.ts',
    'apps/storefront/app/platform/catalogue/catalogue-cache.server.ts',
    // Released with its key: a request.
    'apps/storefront/app/platform/session/viewer.server.ts',
    // In the shop's memory.
    'apps/storefront/server/guest-pages.ts',
    // Released with its key: a connection.
    'packages/database/src/prepared-once.ts',
    'packages/server/src/made-once.ts',
    // The program's own texts, by language.
    'packages/texts/src/compiled-messages.ts',
  ])
})

test('only the bounded caches and the places listed here keep anything beyond a request', () => {
  const ofModule =
    /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: [^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\((?:\)|\{)|^(?:export )?const .* = keepLost<|new LRUCache/m
  const bounded = [
    'apps/storefront/app/platform/cache/open-streams.server.ts',
    'apps/storefront/app/platform/cache/shop-memory.server.ts',
    'packages/server/src/made-once.ts',
  ]
  // Belongs to one page in a browser.
  const ofPage = [
    'apps/desk/app/lost-answer.ts',
    'apps/storefront/app/shell/leaving.tsx',
    'apps/storefront/app/shell/lost-answer.ts',
    'apps/storefront/app/shell/modal-screen.tsx',
    'apps/storefront/app/shell/page-change.tsx',
    'apps/storefront/app/shell/stale-shell.ts',
    'apps/storefront/app/ui/submit-button.tsx',
  ]
  // Released with its key: a request, a catalogue.
  const weak = [
    'apps/laboratory-api/src/catalogue/cart-assortment.ts',
    'apps/laboratory-api/src/catalogue/catalogue-answers.ts',
    'apps/laboratory-api/src/results/body-systems.ts',
    'apps/laboratory-api/src/search-words/list-unanswered.ts',
    'apps/storefront/app/platform/forms/read-form.server.ts',
    'apps/storefront/app/platform/session/viewer.server.ts',
  ]
  // Made once, from the program's own files; contains no one's data.
  const ofProgram = [
    'apps/laboratory-api/src/accounts/common-passwords.ts',
    'apps/laboratory-api/src/accounts/passwords.ts',
    'apps/sandbox/src/analyser/catalogue.ts',
    'packages/texts/src/compiled-messages.ts',
  ]
  // State of the moment: who is waiting in a queue, what is being measured, whether traces are sent.
  const ofMoment = [
    'apps/hl7-gateway/src/metrics.ts',
    'apps/storefront/app/platform/records/change-record.server.ts',
    'packages/server/src/metrics.ts',
    'packages/server/src/tracing.ts',
  ]
  expect(using(ofModule)).toEqual([...bounded, ...ofPage, ...weak, ...ofProgram, ...ofMoment].toSorted())
})
