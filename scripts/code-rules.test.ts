import { expect, test } from 'vitest'
import { FILES, source, using } from './source-files.ts'

// How the programs are written: what is made or named in one place only, and in which order it is read.

test('the storefront’s links are made by the table of paths', () => {
  const paths = /\bto=(?:"|\{[`'"])\/[^"'`]|\b(?:redirect|navigate)\([`'"]\/[^"'`]/
  expect(using(paths).filter((file) => file.startsWith('apps/storefront/'))).toEqual([])
})

test('the main API’s links to pages of the shop and the desk are made by the contract’s table', () => {
  const byHand = /\b(?:publicUrl|deskUrl)\)?(?:\}\/| \+ ['"`]\/)/
  expect('{settings.publicUrl}/orders').toMatch(byHand)
  expect('{escapeHtml(deskUrl)}/messages').toMatch(byHand)
  expect("publicUrl + '/login'").toMatch(byHand)
  expect(using(byHand).filter((file) => file.startsWith('apps/laboratory-api/'))).toEqual([])
})

test('the desk’s addresses are written only in its table of paths', () => {
  const table = 'apps/desk/app/navigation.ts'
  const places = [...source.get(table)!.matchAll(/: '\/([\w-]+)/g)].map(([, place]) => place)
  expect(places.length).toBeGreaterThan(30)
  // Literals that begin with one of them, and links and redirects to the start page.
  const byHand = `['"\`]/(?:${[...new Set(places)].join('|')})(?![\\w-])|(?:\\b(?:to|action|href)=|redirect\\()\\{?['"\`]/`
  expect(using(new RegExp(byHand)).filter((file) => file.startsWith('apps/desk/'))).toEqual([table])
})

test('a route has its loader, its action and its page in this order', () => {
  const routes = FILES.filter((file) =>
    /^apps\/(?:desk|storefront)\/app\/(?:.*\/)?routes\/.*\.tsx$/.test(file),
  )
  expect(routes.length).toBeGreaterThan(70)
  const disordered = routes.filter((file) => {
    const found = [
      /^export (?:async function|function|const) loader\b/m,
      /^export (?:async function|function|const) action\b/m,
      /^export default /m,
    ]
      .map((part) => source.get(file)!.search(part))
      .filter((place) => place >= 0)
    return found.some((place, index) => index > 0 && place < found[index - 1]!)
  })
  expect(disordered).toEqual([])
})

test('code for the browser makes no calls that phones last updated in 2022 do not have', () => {
  const newer =
    /\b(?:Map|Object)\.groupBy\(|\bURL\.(?:canParse|parse)\(|\b(?:searchParams|query|params)\.size\b|\bPromise\.(?:withResolvers|try)\(|\bArray\.fromAsync\(|\bAbortSignal\.any\(|\bRegExp\.escape\(|\bIterator\.from\(/i
  for (const call of [
    'Map.groupBy(times, dayOf)',
    'URL.parse(place)',
    'searchParams.size > 0',
    'Promise.withResolvers()',
  ]) {
    expect(call).toMatch(newer)
  }
  const forBrowser = (files: string[]) =>
    files.filter((file) => /^apps\/(?:desk|storefront)\/app\//.test(file) && !/\.server\.tsx?$/.test(file))
  expect(forBrowser(using(newer))).toEqual([])
  // In loaders, which only servers run.
  expect(forBrowser(using(/\bTemporal\.\w/))).toEqual([
    'apps/desk/app/routes/rights-new.tsx',
    'apps/desk/app/routes/sheet.tsx',
  ])
})

test('a local time becomes an instant in one place, but for what FHIR and HL7 write in one text', () => {
  expect(using(/\bPlainDateTime\.from\(/)).toEqual([
    'apps/hl7-gateway/src/messages/time.ts',
    'apps/laboratory-api/src/fhir/to-answer-observation.ts',
    'packages/domain/src/visit-slots.ts',
  ])
  expect(using(/\.slice\(11, 13\)/)).toEqual(['apps/storefront/app/checkout/slot-picker.tsx'])
})

test('in the main API days are added to an instant, and taken from it, by one function', () => {
  const byHand = /\* 86_400_000|[+-] (?:[\w.]+ \* )?DAY_MS\b/
  expect(using(byHand).filter((file) => file.startsWith('apps/laboratory-api/'))).toEqual([
    'apps/laboratory-api/src/retention.ts',
  ])
})

test('a telephone number that can be pressed is written in one place', () => {
  expect(using(/href=\{[^}]*tel:/)).toEqual(['apps/storefront/app/ui/phone-link.tsx'])
})

test('an order’s state is changed in one place', () => {
  expect(using(/\.update\(orders\)\s*\.set\(\{[^}]*\bstate\b/)).toEqual([
    'apps/laboratory-api/src/orders/advance-order.ts',
  ])
})

test('what every desk call answers to others than staff is named in one place', () => {
  expect(using(/'unauthorized',\s*'forbidden'/)).toEqual(['apps/laboratory-api/src/api.ts'])
})

/** Texts in quotes one after another, as `'a' | 'b'` or `'a', 'b'`. */
const LIST = /'[^'\n]*'(?:\s*[|,]\s*'[^'\n]*')+/g
/** Whole numbers likewise. */
const NUMBERS = /(?<![\w.])\d[\d_]*(?:\s*[|,]\s*\d[\d_]*)+(?![\w.])/g
/** The list's texts, the same in whichever order and spelling. */
const textsOf = (list: string) =>
  [...new Set([...list.matchAll(/'([^'\n]*)'/g)].map(([, text]) => text))].toSorted().join(' ')
const numbersOf = (list: string) => [...new Set(list.match(/\d[\d_]*/g))].toSorted().join(' ')
const listsIn = (code: string) => [
  ...[...code.matchAll(LIST)].map(([list]) => textsOf(list)),
  ...[...code.matchAll(NUMBERS)].map(([list]) => numbersOf(list)),
]
const isShared = (file: string) => /^packages\/(?:domain|contract)\//.test(file)

test('what the domain and the contract enumerate is not repeated by hand', () => {
  const ENUMERATION =
    /^(?:export )?(?:const (\w+) = \[(\s*(?:'[^'\n]*',?\s*){2,})\] as const|type (\w+) =((?:\s*\|?\s*'[^'\n]*'){2,})$)/gm
  const OF_NUMBERS = /^(?:export )?const (\w+) = \[(\s*(?:\d[\d_]*,?\s*){2,})\] as const/gm
  const enumerations = [...source].flatMap(([home, code]) =>
    isShared(home)
      ? [
          ...[...code.matchAll(ENUMERATION)].map(([, constant, list, type, union]) => ({
            home,
            name: constant ?? type,
            texts: textsOf(list ?? union!),
          })),
          ...[...code.matchAll(OF_NUMBERS)].map(([, name, list]) => ({
            home,
            name,
            texts: numbersOf(list!),
          })),
        ]
      : [],
  )
  expect(enumerations.length).toBeGreaterThan(80)
  expect(enumerations.map(({ name }) => name)).toContain('SHARE_DAYS')
  const lists = [...source].flatMap(([file, code]) => listsIn(code).map((texts) => ({ file, texts })))
  const byTexts = Map.groupBy(lists, ({ texts }) => texts)
  const repeated = enumerations.flatMap(({ home, name, texts }) => {
    const files = byTexts.get(texts)!.map(({ file }) => file)
    return files.toSpliced(files.indexOf(home), 1).map((file) => `${name} in ${file}`)
  })
  expect(repeated).toEqual([
    // The condition of an index, in SQL as in its migration.
    'LIVE_ATTEMPT_STATES in apps/laboratory-api/src/payments/tables.ts',
  ])
})

/** The same by accident, or on purpose: */
const ALIKE = new Set([
  // Words for yes and no, in a document, in an address and in the settings of the programs.
  'false true',
  // FHIR's own words. The gateway and the sandbox's analyser read them as any other maker's program would.
  'active completed revoked',
  'female male other unknown',
])

/** Lists without a name: of a schema, of a column, and in the domain and the contract of a type. */
const NAMELESS = /\benum(?:\(|: )\[\s*('[^\]]*')/g
const NAMELESS_TYPE = /\w\??\)?: ('[^'\n]*'(?:\s*\|\s*'[^'\n]*')+)/g
const namelessIn = (file: string, code: string) =>
  [NAMELESS, ...(isShared(file) ? [NAMELESS_TYPE] : [])].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, list]) => textsOf(list!)),
  )

test('what a schema, a table, the domain or the contract lists has a name if another file lists it too', () => {
  for (const written of [
    "kind: z.enum(['one', 'two']).optional(),",
    "z\n  .enum([\n    'one',\n    'two',\n  ])",
    "kind: text({ enum: ['one', 'two'] }).notNull(),",
    "readonly kind: 'two' | 'one'",
    "export function kindOf(text: string): 'one' | 'two' | null {",
  ]) {
    expect(namelessIn('packages/contract/src/kinds.ts', written)).toEqual(['one two'])
  }
  const holders = new Map<string, string[]>()
  for (const [file, code] of source) {
    for (const texts of new Set(listsIn(code))) holders.set(texts, [...(holders.get(texts) ?? []), file])
  }
  const nameless = [...source].flatMap(([file, code]) => namelessIn(file, code))
  const repeated = [...new Set(nameless)].flatMap((texts) => {
    const files = holders.get(texts) ?? []
    return files.length > 1 && !ALIKE.has(texts) ? [`${texts} in ${files.join(', ')}`] : []
  })
  expect(repeated).toEqual([])
})

test('parts of what the domain and the contract enumerate are not repeated by hand elsewhere', () => {
  const elsewhere = (file: string) => !/^packages\/(?:domain|contract)\//.test(file)
  for (const byHand of [
    /'(?:en|ru|pl|be)' \| '(?:en|ru|pl|be)' \| '(?:en|ru|pl|be)' \| '/,
    /'(?:EUR|PLN|BYN)' \| '/,
    /\| 'awaitingPayment'\s*\| 'collected'/,
    /'<=': '≤'/,
    /'laboratorySystem' \| 'job'|'laboratorySystem', 'job'/,
    /'autoimmune',\s*'|'autoimmune' \| /,
    /POPULAR_CATEGORY_ID =/,
    // Codes of problems: a code that does not exist would compile.
    /new Set<string>\(\[\s*'(?:unknown|stale)_/,
  ]) {
    expect(using(byHand).filter(elsewhere), String(byHand)).toEqual([])
  }
})

test('FHIR’s systems are named in the contract alone, and by the sandbox, which stands in for others', () => {
  expect(using(/'http:\/\/(?:loinc\.org|unitsofmeasure\.org|snomed\.info|terminology\.hl7\.org)/)).toEqual([
    'apps/sandbox/src/analyser/describe-observation.ts',
    'apps/sandbox/src/analyser/describe-reports.ts',
    'packages/contract/src/fhir.ts',
  ])
})

test('the desk makes only the staff’s calls of the main API', () => {
  expect(using(/\bcreateDeskClient\b/)).toContain('apps/desk/server/site.ts')
  expect(using(/\b(?:createMainApiClient|MainApiClient)\b/).filter((file) => /\/desk\//.test(file))).toEqual(
    [],
  )
})

test('no alias in a statement is a schema’s name, to which a partner’s prefix would be added', () => {
  const schemas = '"?(?:laboratory|laboratory_audit|shop|sandbox|jobs|drizzle)\\b(?!\\.)'
  const named = new RegExp(
    `\\b(?:from|join|update|into) "?\\w+"?\\."?\\w+"?(?: as)? ${schemas}|\\) as ${schemas}|\\balias\\([^)]*'${schemas}'`,
  )
  for (const statement of [
    'select shop.id from laboratory.order shop',
    'join laboratory.order as jobs on',
    'from (select 1) as sandbox',
    "alias(orders, 'shop')",
  ]) {
    expect(statement).toMatch(named)
  }
  expect(using(named)).toEqual([])
})

test('the fields of a job are named as ids and times, but for four', () => {
  const sends = /\b(?:mail|outbox|jobs)\.send\(\s*\w+(?:\.\w+)*,[^{}]*\{([^{}]*)\}/g
  const fields = [...source.values()].flatMap((code) =>
    [...code.matchAll(sends)].flatMap(([, sent]) =>
      sent!
        .split(',')
        .map((part) => part.trim().split(':')[0]!)
        .filter((name) => /^\w/.test(name)),
    ),
  )
  expect(fields.length).toBeGreaterThan(40)
  const others = fields.filter((name) => !/(?:Id|At)$/.test(name))
  // `request` is an id of a session, `queuedFor` the time or the number of what a mail says; the others are fixed words.
  expect([...new Set(others)].toSorted()).toEqual(['change', 'queuedFor', 'request', 'template'])
})

test('a message that may come with a count is not written without it', () => {
  const dropping = [...source].filter(([, code]) => /\bt\([\w.?]*\b(?:title|message)\.key\)/.test(code))
  expect(dropping.map(([file]) => file)).toEqual([])
})

test('a form takes the length of a field from the contract’s limits', () => {
  const number = /\b(?:min|max)Length(?:=\{|="|: )\d\w*/g
  for (const form of ['<input maxLength={200} />', '<input minLength="8" />', '{ maxLength: 5_000 }']) {
    expect(form).toMatch(number)
  }
  expect('<input maxLength={LONGEST_NAME} />').not.toMatch(number)
  const numbers = [...source].flatMap(([file, code]) =>
    [...code.matchAll(number)].map(([match]) => `${file} ${match}`),
  )
  expect(numbers).toEqual([
    // A PIN has six digits; both fields leave room for blanks around it.
    'apps/storefront/app/results/routes/shared-result.tsx maxLength={12',
    'apps/storefront/app/results/routes/verify-report.tsx maxLength={10',
  ])
})

test('the limits of a password, an e-mail address and a search term are not repeated in schemas', () => {
  const repeated =
    /\b(?:\w*password(?:Schema)?|username|email(?:Schema)?|searchNameTerm)(?::| =)\s*\w+(?:\s*\.\w+\([^()]*\))*?\s*\.max\(\d/i
  for (const schema of [
    'newPassword: z\n  .string()\n  .max(128)',
    'const emailSchema = textSchema.max(254)',
  ]) {
    expect(schema).toMatch(repeated)
  }
  expect(using(repeated)).toEqual([])
})
