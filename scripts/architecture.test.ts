import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'
import { FILES, source, using } from './source-files.ts'

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
  // Released with its key: a request.
  const weak = [
    'apps/storefront/app/platform/forms/read-form.server.ts',
    'apps/storefront/app/platform/session/viewer.server.ts',
  ]
  // Made once, from the program's own files; contains no one's data.
  const ofProgram = [
    'apps/laboratory-api/src/accounts/common-passwords.ts',
    'apps/laboratory-api/src/accounts/passwords.ts',
    'apps/sandbox/src/analyser/catalogue.ts',
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

type Node = Readonly<Record<string, unknown>> & { type: string }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** What the function under `at` is for its surroundings: a value that is kept or returned, not a mere callback. */
const OUTLASTING = ['Property', 'ReturnStatement', 'ArrowFunctionExpression', 'VariableDeclarator']

/** Whether the file has a function whose map or set is filled by functions that can be called after it has ended. */
function fillsLater(file: string): boolean {
  interface Scope {
    collections: Set<unknown>
    outlasts: boolean
  }
  const nameOf = (value: unknown) => (isNode(value) && value.type === 'Identifier' ? value.name : undefined)
  function search(node: Node, scopes: readonly Scope[], parent: Node | null): boolean {
    const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const outlasts = node.type === 'FunctionDeclaration' || OUTLASTING.includes(parent?.type ?? '')
    const inside = isFunction ? [...scopes, { collections: new Set(), outlasts }] : scopes
    const { init, callee } = node as { init?: unknown; callee?: unknown }
    if (isNode(init) && init.type === 'NewExpression' && /Map$|Set$|Cache$/.test(String(nameOf(init.callee))))
      inside.at(-1)?.collections.add(nameOf(node.id))
    if (isNode(callee) && /^(?:add|set)$/.test(String(nameOf(callee.property)))) {
      const filled = nameOf(callee.object)
      const at = inside.findLastIndex(({ collections }) => filled !== undefined && collections.has(filled))
      if (at >= 0 && inside.slice(at + 1).some((scope) => scope.outlasts)) return true
    }
    return Object.values(node)
      .flat()
      .some((child) => isNode(child) && search(child, inside, node))
  }
  return search(parseSync(file, source.get(file)!).program as unknown as Node, [], null)
}

test('what functions share with those that made them ends with a moment, or is listed here', () => {
  // Bounded, or released with its key.
  const caches = ['packages/database/src/prepared-once.ts', 'packages/server/src/made-once.ts']
  // Filled from what a program has of a kind: its queues, its mails, its keys.
  const ofProgram = [
    'apps/laboratory-api/src/encryption/sealing.ts',
    'apps/laboratory-api/src/jobs/jobs.ts',
    'apps/laboratory-api/src/mail/mail.ts',
  ]
  // Of what is under way, and removed once that has ended.
  const ofMoment = [
    'apps/hl7-gateway/src/mllp/listen.ts',
    'apps/hl7-gateway/src/reports/take-report.ts',
    'apps/laboratory-api/src/pdf/typesetter.ts',
    'packages/server/src/admission.ts',
    'packages/server/src/drain.ts',
    'packages/server/src/refuse-requests.ts',
    'packages/server/src/workers.ts',
  ]
  // Of one request, message or file, with which the functions end, too.
  const ofRequest = [
    'apps/desk/server/desk-cookies.ts',
    'apps/hl7-gateway/src/fhir/requests.ts',
    'apps/laboratory-api/src/fhir/find-observations.ts',
    'apps/laboratory-api/src/money/read-statement.ts',
    'apps/laboratory-api/src/open-api/client-operations.ts',
    'apps/storefront/app/cart/seen-prices.ts',
    'apps/storefront/app/catalogue/analysis-list.tsx',
    'apps/storefront/app/catalogue/shown-catalogue.server.ts',
    'apps/storefront/server/cookie-jar.ts',
  ]
  // Of one page in a browser.
  const ofPage = [
    'apps/storefront/app/platform/pages/lost-answers.ts',
    'apps/storefront/app/shell/prefetched-links.tsx',
  ]
  expect(FILES.filter(fillsLater)).toEqual(
    [...caches, ...ofProgram, ...ofMoment, ...ofRequest, ...ofPage].toSorted(),
  )
})
