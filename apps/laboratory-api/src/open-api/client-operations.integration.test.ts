import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as accounts from '@shop/contract/accounts'
import * as catalogue from '@shop/contract/catalogue'
import * as criticalValues from '@shop/contract/critical-values'
import * as desk from '@shop/contract/desk'
import * as deskCalendar from '@shop/contract/desk-calendar'
import * as deskSheet from '@shop/contract/desk-sheet'
import * as documents from '@shop/contract/documents'
import * as editions from '@shop/contract/editions'
import * as entryTexts from '@shop/contract/entry-texts'
import * as family from '@shop/contract/family'
import * as fields from '@shop/contract/fields'
import * as heldResults from '@shop/contract/held-results'
import * as laboratories from '@shop/contract/laboratories'
import * as laboratoryClients from '@shop/contract/laboratory-clients'
import * as machine from '@shop/contract/machine'
import * as money from '@shop/contract/money'
import * as offers from '@shop/contract/offers'
import * as orders from '@shop/contract/orders'
import * as patients from '@shop/contract/patients'
import * as refusedReports from '@shop/contract/refused-reports'
import * as results from '@shop/contract/results'
import * as rights from '@shop/contract/rights'
import * as searchWords from '@shop/contract/search-words'
import * as staff from '@shop/contract/staff'
import * as support from '@shop/contract/support'
import * as testsConsent from '@shop/contract/tests-consent'
import * as visitAnswers from '@shop/contract/visit-answers'
import * as visits from '@shop/contract/visits'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { projectFiles } from '@shop/server/project-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { contractSchemas, writeClientOperations } from './client-operations.ts'

const contract = join(projectFiles, 'packages/contract/src')

let database: TestDatabase
let api: TestApi

beforeAll(async () => {
  database = await openTestDatabase('tables')
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
})

function formatted(file: string, source: string): string {
  const biome = join(projectFiles, 'node_modules/.bin/biome')
  const options = ['check', '--write', `--stdin-file-path=${join(contract, file)}`]
  return execFileSync(biome, options, { cwd: projectFiles, input: source, encoding: 'utf8' })
}

// `npm run client:generate` runs this test so that it writes the files.
test('the clients call what the description describes', async () => {
  const modules = {
    accounts,
    catalogue,
    'critical-values': criticalValues,
    desk,
    'desk-calendar': deskCalendar,
    'desk-sheet': deskSheet,
    documents,
    editions,
    'entry-texts': entryTexts,
    offers,
    family,
    fields,
    'held-results': heldResults,
    laboratories,
    'laboratory-clients': laboratoryClients,
    machine,
    money,
    orders,
    patients,
    'refused-reports': refusedReports,
    results,
    rights,
    'search-words': searchWords,
    staff,
    support,
    'tests-consent': testsConsent,
    'visit-answers': visitAnswers,
    visits,
  }
  const schemas = contractSchemas(modules)
  const files = (['OPERATIONS', 'STAFF_OPERATIONS'] as const).flatMap((constant) =>
    writeClientOperations(api.app, schemas, constant),
  )
  for (const { path, source } of files) {
    await expect(formatted(path, source)).toMatchFileSnapshot(join(contract, path))
  }
  const written = files.map(({ path }) => path).filter((path) => path.startsWith('operations/'))
  const found = readdirSync(join(contract, 'operations')).map((file) => `operations/${file}`)
  expect(written, 'a file whose tag is gone').toEqual(expect.arrayContaining(found))
})
