import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CURRENCIES } from '../packages/domain/src/money.ts'
import { deskMessages, sourceTexts } from '../packages/texts/src/compiled-messages.ts'
import { root } from './operations/tools.ts'

const sources = new Map(
  globSync('{apps,packages}/*/{app,server,src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /\.test\.tsx?$/.test(path),
  }).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)

const KEYS = Object.keys(sourceTexts('en'))

/** Whether these sources use the key of a text, written out or as a template: `order.state.${state}`. */
function usesIn(isAsked: (file: string) => boolean): (key: string) => boolean {
  const found = (pattern: RegExp) =>
    [...sources]
      .filter(([file]) => isAsked(file))
      .flatMap(([, source]) => [...source.matchAll(pattern)].map((match) => match[1]!))
  const quoted = new Set(found(/['"]((?:[a-z]+:)?\w+(?:\.\w+)+|\w+:\w+)['"]/g))
  // One that begins with a value may be anything, and a value is one part of a key.
  const templates = found(/`((?:[a-z]+:|\w+\.)(?:\w|\$\{[^}]+\})+(?:\.(?:\w|\$\{[^}]+\})+)*)`/g)
    .filter((text) => text.includes('${'))
    .map((text) => new RegExp(`^${text.replaceAll(/\$\{[^}]+\}/g, '[\\w-]+')}$`))
  return (key) => quoted.has(key) || templates.some((template) => template.test(key))
}

/** Used by open pages of the release before, and by its answers to forms of ours, until the next release. */
const OF_THE_RELEASE_BEFORE = [
  'desk:laboratory.told.open',
  'desk:laboratory.told.setAside',
  'desk:laboratory.told.taken',
  'desk:money.told.approved',
  'desk:money.told.declined',
  'desk:money.told.done',
  'desk:money.told.requested',
  'order.call.missing.any',
  'order.call.missing.phone',
  'order.call.missing.visitDate',
  'order.call.wrong.phone',
]

test('every text is used', () => {
  expect(KEYS.length).toBeGreaterThan(1_500)
  const isUsed = usesIn(() => true)
  expect(['order.no.text', 'no.text', 'desk:money.no.text'].filter(isUsed)).toEqual([])
  expect(KEYS.filter((key) => !isUsed(key)).toSorted()).toEqual(OF_THE_RELEASE_BEFORE)
})

test('keys of papers are used by what is printed and by mails, not by what pages show too', () => {
  const users = [...sources].filter(([, source]) => /['`]papers:/.test(source)).map(([file]) => file)
  expect(users.length).toBeGreaterThan(2)
  expect(users.filter((file) => !/\/(?:mails|paper|pdf|receipt)\/[^/]+$/.test(file))).toEqual([])
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
  const said = KEYS.filter(usesIn((file) => deskFiles.has(file)))
  expect(said.length).toBeGreaterThan(900)
  expect(said.filter((key) => !Object.hasOwn(own, key))).toEqual([])
})

/** `change-order` as the words of a name. */
const inCamels = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const inCapitals = (name: string) => inCamels(`-${name}`)
const withHyphens = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** How the file with what a screen loads or its forms do may be named: after the screen, or after the function. */
const namesOfFile = (screen: string, name: string) => [
  `${screen}.server.ts`,
  `${withHyphens(name)}.server.ts`,
]

/** The routes of an application that have such a function: its text, and where the names in it come from. */
function functionsOf(app: string, kind: 'loader' | 'action') {
  const pattern = new RegExp(`^export (?:async )?function ${kind}\\b[\\s\\S]*?^}`, 'm')
  return [...sources].flatMap(([file, source]) => {
    const [text] = pattern.exec(source) ?? []
    if (!text || !new RegExp(`^apps/${app}/app/(?:[\\w-]+/)?routes/`).test(file)) return []
    const origins = new Map(
      [...source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names = '', path = '']) =>
        [...names.matchAll(/\b\w+/g)].map(([name]) => [name, path] as const),
      ),
    )
    return [{ file, screen: basename(file).replace(/\.tsx?$/, ''), text, origins }]
  })
}
type RouteFunction = ReturnType<typeof functionsOf>[number]

test('functions that a loader returns from have names that say so', () => {
  const withForms = new Set(functionsOf('storefront', 'action').map(({ file }) => file))
  const called = functionsOf('storefront', 'loader').flatMap(({ file, screen, text, origins }) =>
    [...text.matchAll(/\breturn (\w+)\(/g)].map(([, name = '']) => {
      const from = basename(origins.get(name) ?? '')
      return { file, screen, name, from }
    }),
  )
  expect(called.length).toBeGreaterThan(25)
  // Files are passed on, a stream is opened, or the visitor is redirected.
  const others = /^(?:passFileOn|openLiveStream|redirect|replace)$/
  const wrong = called.filter(({ file, screen, name, from }) =>
    withForms.has(file)
      ? name !== `load${inCapitals(screen)}` || !namesOfFile(screen, name).includes(from)
      : !/^load[A-Z]/.test(name),
  )
  expect(wrong.filter(({ name }) => !others.test(name))).toEqual([])
})

/** Whether the module of a route has this function. */
const hasFunction = (route: string, name: string) =>
  [...sources].some(
    ([file, source]) =>
      dirname(file) === dirname(dirname(route)) &&
      new RegExp(`^export (?:async )?function ${name}\\b`, 'm').test(source),
  )

/** Whether an action returns only from the function of its screen. */
function isOfItsScreen({ file, screen, text, origins }: RouteFunction) {
  const returned = [...text.matchAll(/\breturn (.*)/g)].map(
    ([, what = '']) => /^(\w+)\(/.exec(what)?.[1] ?? '',
  )
  return (
    returned.length > 0 &&
    returned.every((name) => {
      const useCase = name.replace(/ByForm$/, '')
      const names = [`change${inCapitals(screen)}`, inCamels(screen)]
      return (
        names.includes(useCase) &&
        (useCase === name || hasFunction(file, useCase)) &&
        namesOfFile(screen, name).includes(basename(origins.get(name) ?? ''))
      )
    })
  )
}

test('what an action of the storefront returns from has the name of its screen, and so has its file', () => {
  const actions = functionsOf('storefront', 'action')
  expect(actions.length).toBeGreaterThan(25)
  // These only set a cookie or end the session.
  const others = actions.filter((action) => !isOfItsScreen(action)).map(({ screen }) => screen)
  expect(others.toSorted()).toEqual(['cookie-consent', 'locale', 'logout'])
})

test('an action of the desk is in its route, or what it calls says what it changes, and so does its file', () => {
  const actions = functionsOf('desk', 'action')
  expect(actions.length).toBeGreaterThan(25)
  const called = actions.flatMap(({ screen, text, origins }) =>
    [...text.matchAll(/\b(?:await|return) (\w+)\(/g)].flatMap(([, name = '']) => {
      const path = origins.get(name) ?? ''
      return /^\.\.\/(?!(?:forms|session)\/)[\w-]+\/.*\.server\.ts$/.test(path)
        ? [{ screen, name, path }]
        : []
    }),
  )
  expect(called.length).toBeGreaterThan(5)
  const wrong = called.filter(({ screen, name, path }) => {
    const isShared = called.some((other) => other.name === name && other.screen !== screen)
    const isNamed = isShared ? /^change[A-Z]/.test(name) : name === `change${inCapitals(screen)}`
    return !isNamed || basename(path) !== `${withHyphens(name)}.server.ts`
  })
  expect(wrong).toEqual([])
})

/** What each file imports of the sources, types too; what is only loaded later (`import(…)`) is read separately. */
const imports = new Map(
  [...sources].map(([file, source]) => [
    file,
    [...source.matchAll(/\bfrom '(\.[^']+)'/g)]
      .map(([, path]) => join(dirname(file), path!))
      .filter((used) => sources.has(used)),
  ]),
)
const SCREENS = [...sources.keys()].filter((file) => /^apps\/[\w-]+\/app\/(?:.*\/)?routes\//.test(file))

test('a screen has at most four files that nothing else imports', () => {
  const users = new Map<string, string[]>()
  for (const [file, used] of imports) {
    for (const one of used) users.set(one, [...(users.get(one) ?? []), file])
  }
  /** The screen with everything that nothing else uses. */
  const ownFiles = (own: string[]): string[] => {
    const more = [...users].filter(
      ([file, by]) => !own.includes(file) && by.every((user) => own.includes(user)),
    )
    return more.length === 0 ? own : ownFiles([...own, ...more.map(([file]) => file)])
  }
  expect(SCREENS.length).toBeGreaterThan(100)
  expect(SCREENS.map((screen) => ownFiles([screen])).filter((files) => files.length > 4)).toEqual([])
})

/** The file, if it leads to more files of its module than allowed, itself included; and how many more. */
function surplus(file: string, most: number) {
  const [module = ''] = /^apps\/[\w-]+\/app\/[\w-]+\//.exec(file) ?? []
  const reached = new Set([file])
  // A set that grows while it is read.
  for (const one of reached) {
    for (const used of imports.get(one) ?? []) if (used.startsWith(module)) reached.add(used)
  }
  return reached.size > most ? [{ file, more: reached.size - most }] : []
}

test('a screen leads to at most twenty files of its module, what its forms run to seven', () => {
  const screens = SCREENS.filter((file) => file.startsWith('apps/storefront/'))
  // The way to an order is read most.
  const onTheWay = /\/app\/(?:cart|checkout|orders)\//
  expect(screens.flatMap((file) => surplus(file, onTheWay.test(file) ? 14 : 20))).toEqual([])
  const run = functionsOf('storefront', 'action').flatMap(({ file, text, origins }) =>
    [...text.matchAll(/\breturn (\w+)\(/g)].flatMap(([, name = '']) => {
      const home = join(dirname(file), origins.get(name) ?? '')
      return dirname(home) === dirname(dirname(file)) ? [home] : []
    }),
  )
  expect(run.length).toBeGreaterThan(25)
  expect([...new Set(run)].flatMap((file) => surplus(file, 7))).toEqual([])
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

test('a currency is named in the domain, whose constants say what it is for', () => {
  const named = new RegExp(`['"](?:${CURRENCIES.join('|')})['"]`)
  const naming = [...sources].flatMap(([file, source]) => {
    // Where the constant would make the browser's scripts larger, its type stands beside the value.
    const lines = source.split('\n').filter((line) => !line.includes('typeof ORDER_CURRENCY'))
    return !/^packages\/domain\/|\/testing\//.test(file) && lines.some((line) => named.test(line))
      ? [file]
      : []
  })
  const known = [
    // Stands for a country: the law of an order's currency need not be that of the policy.
    'apps/laboratory-api/src/rights/ask-right.ts',
  ]
  expect(naming.filter((file) => !known.includes(file))).toEqual([])
})

test('a call is made in the routes of its area, or in one file with its use case', () => {
  const making = [...sources].flatMap(([file, source]) => (/\bcreateRoute\(/.test(source) ? [file] : []))
  expect(making.length).toBeGreaterThan(30)
  expect(making.filter((file) => !/\broutes?\.ts$/.test(file)).toSorted()).toEqual([
    // One call each, which nothing else runs.
    'apps/laboratory-api/src/results/account-version.ts',
    'apps/laboratory-api/src/results/family.ts',
    'apps/laboratory-api/src/results/last-results.ts',
    'apps/laboratory-api/src/results/timeline.ts',
    'apps/laboratory-api/src/rights/data-views.ts',
  ])
})

test('a transaction is written in a use case, not where its call is made', () => {
  const routes = [...sources].filter(([file]) => /\broutes?\.ts$/.test(file))
  expect(routes.length).toBeGreaterThan(50)
  expect(routes.filter(([, source]) => /\.transaction\(/.test(source)).map(([file]) => file)).toEqual([])
})
