import { expect, test } from 'vitest'
import { createTestShop, formOf, outcomeOf, sent } from '../testing/test-shop.ts'
import { acceptDocuments, loadDocumentsToAccept } from './accept-documents.server.ts'

const token = 'token'
const offer = {
  slug: 'public-offer',
  title: 'Offer',
  version: '2.0',
  date: '2026-01-01',
  requiresAcceptance: true,
}
const consent = { ...offer, slug: 'health-data-consent', version: '1.0' }
const answers = {
  'GET documents': [offer, consent],
  'GET users/current': { documentsToAccept: [{ slug: 'public-offer', version: '2.0' }] },
  'POST users/current/accepted-documents': null,
}

test('only documents with a new version are asked for', async () => {
  const { shop } = createTestShop(answers, { token })
  expect(await loadDocumentsToAccept(shop)).toEqual([offer])
})

test('an accepted version is sent, and the customer goes on to the page asked for', async () => {
  const { shop, calls } = createTestShop(answers, { token })
  const form = formOf({ acceptedDocuments: 'public-offer@2.0', pathnameToReturn: '/order/data-confirmed' })
  expect(outcomeOf(await acceptDocuments({ shop, ...sent(form) })).location).toBe('/order/data-confirmed')
  expect(calls.at(-1)?.body).toEqual({ acceptedDocuments: [{ slug: 'public-offer', version: '2.0' }] })
})

test('unless every box is ticked nothing is accepted', async () => {
  const { shop, calls } = createTestShop(answers, { token })
  const form = formOf({ acceptedDocuments: 'public-offer@1.0', pathnameToReturn: '/order/data-confirmed' })
  const { failure } = outcomeOf(await acceptDocuments({ shop, ...sent(form) }))
  expect(failure?.fields).toEqual({ acceptedDocuments: { key: 'forms.required.acceptedDocuments' } })
  expect(failure?.values.pathnameToReturn).toBe('/order/data-confirmed')
  expect(calls.map(({ call }) => call)).toEqual(['GET users/current'])
})
