import { expect, test } from 'vitest'
import { pageHtml } from '../../../storefront/app/testing/page-html.tsx'
import SearchWords from './search-words.tsx'

type Props = Parameters<typeof SearchWords>[0]

const loaderData = {
  ...{ mayChange: true, words: 'феритин', locale: 'ru', find: 'ferritin', queries: [], synonyms: [] },
  targets: [{ kind: 'analysis', targetId: 5, name: 'Ferritin' }],
}

const formsOf = (actionData?: object) => {
  const html = pageHtml(<SearchWords {...({ loaderData, actionData } as unknown as Props)} />)
  return [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => form)
}

test('words are added as their field shows them, in the language chosen beside it', () => {
  const adding = formsOf().filter((form) => form.includes('value="add"'))
  expect(adding).toHaveLength(1)
  expect(adding[0]!.match(/<input[^>]*type="hidden"[^>]*>/g)).toEqual([expect.stringContaining('keptForm')])
  expect(adding[0]).toMatch(/<input[^>]*name="words"/)
  expect(adding[0]).toMatch(/<select[^>]*name="locale"/)
})

test('what is wrong is marked where it is, and what was typed stays', () => {
  const problem = { code: 'invalid_fields', fields: ['words'], status: 422, changed: null }
  const typed = { words: 'фе', locale: 'be', target: 'analysis 5' }
  const [form] = formsOf({ intent: 'add', problem, typed })
  const [words] = /<input[^>]*name="words"[^>]*>/.exec(form!)!
  expect(words).toContain('value="фе"')
  expect(words).toContain('aria-invalid')
  expect(form).toMatch(/<option[^>]*value="be"[^>]*selected/)
  expect(form).not.toContain('Choose what the words mean')
  const unchosen = { ...problem, fields: ['targetId'] }
  expect(formsOf({ intent: 'add', problem: unchosen, typed })[0]).toContain('Choose what the words mean')
})
