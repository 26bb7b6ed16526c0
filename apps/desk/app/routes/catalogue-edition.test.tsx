import { expect, test } from 'vitest'
import { pageHtml, wordsOf } from '../../../storefront/app/testing/page-html.tsx'
import { changeCatalogueEdition } from '../catalogue/change-catalogue-edition.server.ts'
import type { Desk } from '../session/desk-context.server.ts'
import CatalogueEdition from './catalogue-edition.tsx'

type Props = Parameters<typeof CatalogueEdition>[0]

const none = { added: 0, changed: 0, withdrawn: 0, entries: 1 }
const edition = {
  ...{ id: '1', state: 'draft', origin: 'upload', note: 'Prices, March', createdAt: '', createdBy: null },
  ...{ isInForce: false, isCompared: true, isOfPrices: false, version: 3, changes: [], next: null },
  counts: [
    { part: 'callableRegions', ...none, withdrawn: 1 },
    { part: 'translations', ...none, changed: 2 },
    { part: 'rules', ...none },
  ],
  stopCount: 1,
  stops: [{ part: 'callableRegions', name: 'Minsk' }],
}
const page = (more: object = {}, done?: object) => {
  const loaderData = { part: undefined, after: 0, mayChange: true, edition: { ...edition, ...more } }
  return pageHtml(<CatalogueEdition {...({ loaderData, actionData: done } as unknown as Props)} />)
}

test('an edition says how much would be published and what would stop, and asks for a tick first', () => {
  const words = wordsOf(page())
  expect(words).toContain('Publish 3 changes')
  expect(words).toContain('Home visits in Minsk will stop')
  expect(words).toContain('1 withdrawn')
  // Zeros say nothing.
  expect(words).not.toMatch(/\b0 /)
  expect(page()).toMatch(
    /<input type="checkbox"[^>]*required=""[^>]*name="confirmed"|name="confirmed"[^>]*required=""/,
  )
  const problem = { code: 'invalid_fields', fields: ['confirmed'], status: 422, changed: null }
  expect(wordsOf(page({}, { intent: 'publish', result: null, problem }))).toContain('Read what will stop')
})

test('an edition that ends nothing asks nothing, also from a main API of the previous release', () => {
  for (const none of [
    { stopCount: 0, stops: [] },
    { stopCount: undefined, stops: undefined },
  ])
    expect(page(none)).not.toContain('confirmed')
  expect(wordsOf(page({ stopCount: 22 }))).toContain('and 21 more')
})

async function published(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ intent: 'publish', version: '3', ...fields }))
    form.set(name, value)
  const sent: unknown[] = []
  const publishEdition = async (...call: unknown[]) => void sent.push(call)
  const desk = { api: { publishEdition } } as unknown as Desk
  return { sent, problem: (await changeCatalogueEdition(desk, '1', form)).problem }
}

test('what would stop has to be confirmed without scripts too; then the version that was read is published', async () => {
  const refused = await published({ stops: '1' })
  expect(refused).toMatchObject({ sent: [], problem: { code: 'invalid_fields', fields: ['confirmed'] } })
  const done = await published({ stops: '1', confirmed: 'on' })
  expect(done).toEqual({ sent: [['1', { version: 3 }]], problem: null })
  expect((await published({})).sent).toHaveLength(1)
})
