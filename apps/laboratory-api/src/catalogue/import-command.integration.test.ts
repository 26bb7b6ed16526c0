import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runImportCommand } from './import-command.ts'
import { analysisEntry, catalogueFolder, smallCatalogue } from './testing/catalogue-files.ts'

let database: TestDatabase
const dataDir = temporaryFolder('import-command')
beforeAll(async () => {
  database = await openTestDatabase('tables')
})
afterAll(() => database.close())

async function run(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  return {
    code: await runImportCommand({ args, databaseUrl: database.url, dataDir, zone: 'Europe/Minsk', print }),
    lines,
  }
}

test.skipIf(inject('engine') === 'embedded')(
  'a database that lacks a migration is left as it is: the command migrate also grants roles their rights',
  async () => {
    const behind = await openTestDatabase('tables')
    await behind.queries.execute(sql`delete from drizzle.laboratory_api_migrations
      where created_at = (select max(created_at) from drizzle.laboratory_api_migrations)`)
    const importing = runImportCommand({
      args: [catalogueFolder(smallCatalogue())],
      databaseUrl: behind.url,
      dataDir,
      zone: 'Europe/Minsk',
      print: () => {},
    })
    await expect(importing).rejects.toThrow(/lacks 0\d{3}_\S+: run the command migrate first/)
    await behind.close()
  },
)

test('the command prints what was added, then that nothing changed, then what was refused', async () => {
  const first = await run(catalogueFolder(smallCatalogue()))
  expect(first.code).toBe(0)
  expect(first.lines[0]).toBe('Catalogue version 1 is in force.')
  expect(first.lines).toContain('  analyses: 2 in force; 2 added (2001, 2002)')

  const again = await run(catalogueFolder(smallCatalogue()))
  expect(again.lines[0]).toBe('Nothing changed: version 1 stays in force.')
  expect(again.lines).toContain('  analyses: 2 in force; nothing changed')

  const refused = await run(catalogueFolder(smallCatalogue({ analyses: [analysisEntry({ prices: {} })] })))
  expect(refused).toEqual({
    code: 1,
    lines: [
      'Refused; nothing was stored. Reasons: 1',
      '  analyses.json / 2001 / prices: at least one price is required',
    ],
  })
})

test.each([[[]], [['a', 'b']], [['--help']]])('wrong usage with %j prints how to use it', async (args) => {
  const { code, lines } = await run(...args)
  expect(code).toBe(2)
  expect(lines).toEqual([expect.stringMatching(/^Usage: /)])
})
