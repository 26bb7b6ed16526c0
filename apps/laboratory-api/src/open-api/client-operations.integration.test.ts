import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
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
test('the generated clients match the description', async () => {
  const names = readdirSync(contract)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
  const modules = await Promise.all(
    names.map(async (name): Promise<[string, object]> => [name, await import(join(contract, `${name}.ts`))]),
  )
  const schemas = contractSchemas(Object.fromEntries(modules))
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
