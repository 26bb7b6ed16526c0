import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import * as accounts from '@shop/contract/accounts'
import * as catalogue from '@shop/contract/catalogue'
import * as documents from '@shop/contract/documents'
import * as fields from '@shop/contract/fields'
import * as laboratories from '@shop/contract/laboratories'
import * as orders from '@shop/contract/orders'
import * as patients from '@shop/contract/patients'
import * as results from '@shop/contract/results'
import * as support from '@shop/contract/support'
import * as visits from '@shop/contract/visits'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { projectFiles } from '@shop/server/project-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from '../testing/test-api.ts'
import { contractSchemas, writeClientOperations } from './client-operations.ts'

const OPERATIONS_FILE = join(projectFiles, 'packages/contract/src/main-api-operations.ts')

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

function formatted(source: string): string {
  const biome = join(projectFiles, 'node_modules/.bin/biome')
  const options = ['check', '--write', `--stdin-file-path=${OPERATIONS_FILE}`]
  return execFileSync(biome, options, { cwd: projectFiles, input: source, encoding: 'utf8' })
}

// `npm run client:generate` runs this test so that it writes the file.
test('the client calls what the description describes', async () => {
  const modules = {
    accounts,
    catalogue,
    documents,
    fields,
    laboratories,
    orders,
    patients,
    results,
    support,
    visits,
  }
  const source = writeClientOperations(api.app, contractSchemas(modules))
  await expect(formatted(source)).toMatchFileSnapshot(OPERATIONS_FILE)
})
