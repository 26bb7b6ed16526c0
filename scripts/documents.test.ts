import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from './operations/tools.ts'

// What documents say about each other and about files, so that a change there does not leave them out of date.

const glob = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: (path) => /(?:^|\/)(?:node_modules|build|\.cache|\.react-router)(?:\/|$)/.test(path),
  }).toSorted()
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const RECORDS = glob('docs/decisions/[0-9]*.md').map((file) => {
  const text = read(file)
  const [title = '', , status = ''] = text.split('\n')
  return { file, number: basename(file).slice(0, 4), text, title, status }
})
/** The repository's folders whose files and folders documents name. */
const FOLDERS = [
  'apps',
  'benchmarks',
  'boundaries',
  'catalogue',
  'deploy',
  'docs',
  'e2e',
  'packages',
  'partners',
  'scripts',
]
/** `npm run traceability` writes `docs/traceability` and the table of ASVS; the legal documents are for customers. */
const DOCUMENTS = glob(`{*,{${FOLDERS}}/**/*}.md`).filter(
  (file) => !/docs\/traceability\/|docs\/security\/asvs|\/legal-documents\//.test(file),
)

const RELATION = /; (supersedes in part|supersedes|superseded in part by|adds to) (\d{4})/g
const relations = (status: string, kind: string) =>
  [...status.matchAll(RELATION)].filter((relation) => relation[1] === kind).map((relation) => relation[2]!)
const supersededBy = (status: string) => /^Status: superseded by (\d{4})/.exec(status)?.[1]

test('the rules are checked against all records and documents', () => {
  expect(RECORDS.length).toBeGreaterThan(100)
  expect(DOCUMENTS.length).toBeGreaterThan(RECORDS.length + 20)
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining(['README.md', 'deploy/ha/README.md', 'catalogue/SOURCES.md']),
  )
})

test.each(RECORDS)(
  '$file has number, title, status with date, and three headings',
  ({ number, text, title, status }) => {
    expect(title).toMatch(new RegExp(`^# ${number} \\S`))
    expect(status).toMatch(
      /^Status: (?:accepted|superseded by \d{4}), \d{4}-\d\d-\d\d(?:; (?:supersedes \d{4}|adds to \d{4}|(?:supersedes in part|superseded in part by) \d{4} \([^)]+\)))*$/,
    )
    const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings.filter((heading) => /^(?:Context|Decision|Consequences)$/.test(heading!))).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ])
  },
)

test('each record that is superseded names its successor, and the other way round', () => {
  const stated = RECORDS.flatMap(({ number, status }) => [
    ...relations(status, 'supersedes').map((other) => `${other} by ${number}`),
    ...relations(status, 'supersedes in part').map((other) => `${other} in part by ${number}`),
  ])
  const owned = RECORDS.flatMap(({ number, status }) => {
    const whole = supersededBy(status)
    return [
      ...(whole ? [`${number} by ${whole}`] : []),
      ...relations(status, 'superseded in part by').map((other) => `${number} in part by ${other}`),
    ]
  })
  expect(owned.toSorted()).toEqual(stated.toSorted())
  const numbers = RECORDS.map(({ number }) => number)
  expect(numbers).toEqual(
    expect.arrayContaining(RECORDS.flatMap(({ status }) => relations(status, 'adds to'))),
  )
})

test('the index lists every record once, in order within its group, with its title and status', () => {
  const groups = read('docs/decisions/README.md')
    .split('\n## ')
    .map((group) => group.split('\n').filter((line) => line.startsWith('- ')))
  for (const lines of groups) expect(lines).toEqual(lines.toSorted())
  expect(groups.flat().toSorted()).toEqual(
    RECORDS.map(({ file, title, status }) => {
      const whole = supersededBy(status)
      const parts = relations(status, 'superseded in part by')
      const mark = whole
        ? ` (superseded by ${whole})`
        : parts.length > 0
          ? ` (superseded in part by ${parts.join(', ')})`
          : ''
      return `- [${title.slice(2)}](${basename(file)})${mark}`
    }),
  )
})

/** Named but not in the repository: served, made by a build, provided by the operator, or a source of others. */
const NOT_KEPT = ['openapi.json', 'sbom.cdx.json', 'assortments.json', 'cities.json']

test('files that documents name in backticks exist, unless the record is superseded', () => {
  const files = glob(`{*,{.github,${FOLDERS}}/**/*}`)
  const missing = DOCUMENTS.flatMap((document) => {
    const record = RECORDS.find(({ file }) => file === document)
    if (record && supersededBy(record.status)) return []
    return [
      ...read(document).matchAll(
        /`((?:[\w.@*-]+\/)*[\w.@-]+\.(?:tsx?|mjs|css|json|md|typ|svg|cfg|yml|sql))`/g,
      ),
    ]
      .map(([, name]) => name!)
      .filter((name) => !name.includes('*') && !NOT_KEPT.includes(name))
      .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('folders of the repository that documents name in backticks exist', () => {
  const folder = new RegExp(`\`((?:${FOLDERS.join('|')})(?:/[\\w.-]+)+/?)\``, 'g')
  const missing = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(folder)]
      .map(([, name]) => name!)
      .filter((name) => !existsSync(join(root, name)) && !name.includes('/build'))
      .map((name) => `${document}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('links in documents lead to existing files', () => {
  const broken = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), decodeURI(target))))
      .map((target) => `${document}: ${target}`),
  )
  expect(broken).toEqual([])
})

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

test('commands that documents name are scripts of the package', () => {
  const unknown = DOCUMENTS.flatMap((document) =>
    [...read(document).matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)]
      .map(([, name]) => name!)
      .filter((name) => !(name in scripts))
      .map((name) => `${document}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('`npm run dev -- --inspect` gives the program a debugger, as CONTRIBUTING says', async () => {
  expect(scripts.dev).toMatch(/^node scripts\/run\.mjs /)
  const program = ['scripts/run.mjs', '-p', 'process.execArgv[0]', '--inspect=0']
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: root })
  expect(stdout.trim()).toBe('--inspect=0')
})

const ROWS = read('docs/glossary.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('the glossary has each term once, with every column filled', () => {
  expect(ROWS.length).toBeGreaterThan(70)
  const terms = ROWS.map(([term]) => term)
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([])
  expect(ROWS.filter((cells) => cells.length !== 8 || cells.some((cell) => cell === ''))).toEqual([])
})

/** A name that only a test has left is no longer one of the code. */
const SOURCES = glob('{apps,packages}/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/testing\//.test(file),
)

test('the code uses the names in the glossary', () => {
  const words = new Set(SOURCES.flatMap((file) => read(file).match(/\w+/g) ?? []))
  const unknown = ROWS.flatMap(([term, , code]) =>
    [...code!.matchAll(/`([^`]+)`/g)]
      .flatMap(([, name]) => name!.split('.'))
      .filter((name) => !words.has(name))
      .map((name) => `${term}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('log lines that operators look for are written by a program', () => {
  const sources = SOURCES.map(read).join('\n')
  const quoted = glob('docs/operations/**/*.md').flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => /\blog lines?\b|\blogs? a warning\b/i.test(line))
      .flatMap((line) =>
        [...line.matchAll(/`([A-Za-z]+ [A-Za-z ]+)`/g)].map(([, text]) => `${file}: ${text}`),
      ),
  )
  expect(quoted.length).toBeGreaterThan(5)
  expect(quoted.filter((one) => !sources.includes(one.slice(one.indexOf(': ') + 2)))).toEqual([])
})

test('every command starts a script, which installs what is missing', () => {
  const bare = Object.entries(scripts).filter(([, command]) => !command.startsWith('node scripts/'))
  expect(bare).toEqual([])
})

test('the workflow runs the same tests as `npm test` here, and every slow script', () => {
  const workflow = read('.github/workflows/ci.yml')
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m)
  expect(read('.ci/run')).toMatch(/^npm test$/m)
  expect(workflow).toMatch(/^ +- run: npm run test:all$/m)
  // Each push has a run of its own: of those in one group, only the newest waits.
  expect(workflow).toMatch(
    /^ {2}group: ci-\$\{\{ github\.event_name == 'push' && github\.sha \|\| github\.ref \}\}$/m,
  )
  const slow = Object.keys(scripts)
    .filter((name) => name.startsWith('test:') && !/:(?:all|unit|integration|e2e)$/.test(name))
    .map((name) => name.slice('test:'.length))
  const matrix = /script: \[([^\]]+)\]/.exec(workflow)?.[1]?.split(', ') ?? []
  expect(matrix.toSorted()).toEqual(slow.toSorted())
  expect(workflow).toMatch(/npm run test:\$\{\{ matrix\.script \}\}/)
  const run = [...workflow.matchAll(/npm run ([\w:-]+)(?!\$)\b/g)].map(([, name]) => name!)
  expect(run.filter((name) => name !== 'test:' && !(name in scripts))).toEqual([])
  // A tag can be moved to another commit.
  const actions = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action!)
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/.test(action))).toEqual([])
})
