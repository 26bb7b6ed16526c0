import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { LOCALES } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { expect, test } from 'vitest'
import { legalDocumentsFolder, loadLegalDocuments } from '../documents/legal-documents.ts'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'

const shop = apiOfFile('2026-03-02T09:00:00Z')

/** The documents with a second version of the public offer, in force from 5 March. */
function withNewOffer() {
  const folder = temporaryFolder('legal-documents')
  cpSync(legalDocumentsFolder, folder, { recursive: true })
  for (const locale of LOCALES) {
    const first = readFileSync(join(folder, 'public-offer', `1.0.${locale}.md`), 'utf8')
    const next = first.replace(/^date: .*$/m, 'date: 2026-03-05')
    writeFileSync(join(folder, 'public-offer', `1.1.${locale}.md`), next)
  }
  return loadLegalDocuments(loadPartner('synlab'), undefined, folder)
}

test('a new version needs acceptance from its day on, and can be accepted', async () => {
  const user = await shop.api.registerUser()
  Object.assign(shop.api.context.documents, withNewOffer())
  const current = () => user.client.currentUser()
  expect((await current()).documentsToAccept).toEqual([])
  shop.clock.pass(3 * DAY)
  const offer = { slug: 'public-offer', version: '1.1' }
  expect((await current()).documentsToAccept).toEqual([offer])
  await expect(
    user.client.acceptDocuments({ acceptedDocuments: [{ slug: 'public-offer', version: '1.0' }] }),
  ).rejects.toMatchObject({ status: 422, errors: [{ path: 'acceptedDocuments.0' }] })
  await user.client.acceptDocuments({ acceptedDocuments: [offer] })
  await user.client.acceptDocuments({ acceptedDocuments: [offer] })
  expect((await current()).documentsToAccept).toEqual([])
})
