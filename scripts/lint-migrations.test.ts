import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

function lint(statement: string): { code: number | null; said: string } {
  const file = join(temporaryFolder('migration'), '0001_change.sql')
  writeFileSync(file, `${statement}\n`)
  const { status, stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/node'),
    ['scripts/lint-migrations.mjs', file],
    { cwd: root, encoding: 'utf8' },
  )
  return { code: status, said: stdout + stderr }
}

const ORDERS = '"laboratory"."customer_order"'

test.each([
  ['a new required column', `ADD COLUMN "source" text NOT NULL`, 'adding-required-field'],
  ['a column that becomes required', `ALTER COLUMN "phone" SET NOT NULL`, 'adding-not-nullable-field'],
  ['a dropped column', `DROP COLUMN "phone"`, 'ban-drop-column'],
  ['a renamed column', `RENAME COLUMN "phone" TO "telephone"`, 'renaming-column'],
  ['a renamed table', `RENAME TO "orders"`, 'renaming-table'],
  ['a changed column type', `ALTER COLUMN "total" TYPE bigint`, 'changing-column-type'],
  ['a column that is no longer required', `ALTER COLUMN "total" DROP NOT NULL`, 'ban-drop-not-null'],
])('a migration that an older process cannot live with is refused: %s', (_, change, rule) => {
  const { code, said } = lint(`ALTER TABLE ${ORDERS} ${change};`)
  expect(code).toBe(1)
  expect(said).toContain(rule)
})

test('dropping a table is refused', () => {
  expect(lint(`DROP TABLE ${ORDERS};`)).toMatchObject({
    code: 1,
    said: expect.stringContaining('ban-drop-table'),
  })
})

test.each([
  `ALTER TABLE ${ORDERS} ADD COLUMN "source" text;`,
  `ALTER TABLE ${ORDERS} ADD COLUMN "source" text DEFAULT 'web' NOT NULL;`,
  `CREATE TABLE "laboratory"."note" ("id" uuid PRIMARY KEY NOT NULL, "text" text NOT NULL);`,
])('a purely additive migration is accepted: %s', (statement) => {
  expect(lint(statement).code).toBe(0)
})

test('an exception must state the release for which it holds, and a reason', () => {
  const exception = `-- squawk-ignore ban-drop-column\nALTER TABLE ${ORDERS} DROP COLUMN "phone";`
  expect(lint(exception)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/0001_change\.sql:1: an exception needs/),
  })
  expect(lint(`-- Release 0.2.0: nothing since 0.1.0 reads or writes it.\n${exception}`).code).toBe(0)
})
