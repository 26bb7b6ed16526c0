import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
/** The sources of every component of the desk, by its name: what a form contains may be in another one. */
const COMPONENTS = globSync('**/*.tsx', { cwd: folder, exclude: ['**/*.test.tsx'] }).flatMap((file) =>
  [
    ...readFileSync(join(folder, file), 'utf8').matchAll(
      /^(?:export )?(?:default )?function ([A-Z]\w*)[\s\S]*?^\}$/gm,
    ),
  ].map(([source, name]) => ({ file, name: name!, source })),
)

const named = (name: string) => COMPONENTS.filter((one) => one.name === name).map(({ source }) => source)

/** Themselves forms, around what others put into them. */
const FRAMES = COMPONENTS.filter(
  ({ source }) => /<Form method="post"/.test(source) && source.includes('{children}'),
)

const FORM = new RegExp(
  `<((?:fetcher\\.)?[Ff]orm|${FRAMES.map(({ name }) => name).join('|')})\\b([\\s\\S]*?)</\\1>`,
  'g',
)

/** A source with those of the components that it shows. */
function withShown(source: string, seen: readonly string[] = []): string {
  const shown = [...source.matchAll(/<([A-Z]\w*)/g)].map(([, name]) => name!)
  const more = [...new Set(shown)].filter((name) => !seen.includes(name))
  const parts = more.flatMap(named).map((part) => withShown(part, [...seen, ...more]))
  return [source, ...parts].join('\n')
}

/** Only clicked on, or never kept, such as a secret; or searched for. */
const UNTYPED = ['checkbox', 'file', 'hidden', 'password', 'radio', 'search', 'submit']

const FIELD = /<(?:TextField|TextArea|SelectField|Select|textarea|select|input)\b(?:[^>]|=>)*?\/?>/g

/** What people type into, or choose from a list. */
const typedFieldsOf = (form: string) =>
  [...withShown(form).matchAll(FIELD)]
    .map(([field]) => field)
    .filter((field) => !UNTYPED.includes(/\btype="(\w+)"/.exec(field)?.[1] ?? 'text'))

/** Whether the field shows what `useKeptWords` returned. */
function isKeptField(field: string, source: string): boolean {
  const kept = [...withShown(source).matchAll(/\[(\w+), \w+\] = useKeptWords\(/g)].map(([, name]) => name)
  return kept.includes(/\bvalue=\{(\w+)/.exec(field)?.[1])
}

const FORMS = COMPONENTS.flatMap(({ file, name, source }) =>
  [...source.matchAll(FORM)]
    .map(([form]) => form)
    .filter((form) => !/^<[^>]*(?:method="(?:get|dialog)"|role="search")/.test(form))
    .map((form) => ({ form, fields: typedFieldsOf(form) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ form, fields }) => ({
      form: `${file} ${name}`,
      isKept: /<KeptFields\b/.test(form) || fields.every((field) => isKeptField(field, source)),
    })),
)

/** Where no session can end, or what is typed only finds something. */
const NOT_KEPT = ['routes/invitation.tsx Accept', 'routes/login.tsx Login', 'routes/orders.tsx Orders']

test('what is typed into any form of the desk outlasts a session that ends', () => {
  expect(FORMS.length).toBeGreaterThan(20)
  const lost = FORMS.filter(({ isKept }) => !isKept).map(({ form }) => form)
  expect([...new Set(lost)].toSorted()).toEqual(NOT_KEPT)
})
