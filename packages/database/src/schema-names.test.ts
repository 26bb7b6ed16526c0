import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCHEMA_PREFIX, writeInSchemas } from './schema-names.ts'

const folder = join(import.meta.dirname, '../../..')
const migrations = globSync('apps/*/migrations/*.sql', { cwd: folder }).map((file) =>
  readFileSync(join(folder, file), 'utf8'),
)
/** Those that migrations create; a program names them when it opens the database. */
const made = new Set(
  migrations.flatMap((text) =>
    [...text.matchAll(/CREATE SCHEMA (?:IF NOT EXISTS )?"?(\w+)/gi)].map(([, name]) => name!),
  ),
)
const inVesna = writeInSchemas({ prefix: 'vesna', names: [...made, 'jobs'] })

test.each([
  ['select 1 from laboratory.patient', 'select 1 from vesna_laboratory.patient'],
  ['from "laboratory"."laboratory" where', 'from "vesna_laboratory"."laboratory" where'],
  ['"laboratory"."laboratory"."id" = $1', '"vesna_laboratory"."laboratory"."id" = $1'],
  ['join jobs.queue q on true', 'join vesna_jobs.queue q on true'],
  ["('laboratory.audit_entry'::regclass)", "('vesna_laboratory.audit_entry'::regclass)"],
  ["'laboratory_audit.' || part", "'vesna_laboratory_audit.' || part"],
  ['CREATE SCHEMA "laboratory";', 'CREATE SCHEMA "vesna_laboratory";'],
  ['CREATE SCHEMA IF NOT EXISTS "drizzle"', 'CREATE SCHEMA IF NOT EXISTS "vesna_drizzle"'],
  ['SET SCHEMA "laboratory_audit"', 'SET SCHEMA "vesna_laboratory_audit"'],
  ['all tables in schema shop to some', 'all tables in schema vesna_shop to some'],
  ['LISTEN "laboratory.catalogue_changed"', 'LISTEN "vesna_laboratory.catalogue_changed"'],
])('%s names the partner’s schemas once it is sent', (written, sent) => {
  expect(inVesna(written)).toBe(sent)
  // A statement that already has the prefix stays as it is.
  expect(inVesna(sent)).toBe(sent)
})

test.each([
  'select laboratory_id, "laboratory" from other.shop',
  'select o.jobs.id from other.laboratory.x',
  "select 'person@shop.example', 'https://shop.example'",
])('%s names no schema', (statement) => {
  expect(inVesna(statement)).toBe(statement)
})

test('without a prefix a statement is sent as it is written', () => {
  expect(writeInSchemas(undefined)('select from laboratory.patient')).toBe('select from laboratory.patient')
})

test('migrations name no schema that is not changed to the partner’s', () => {
  expect(made.size).toBeGreaterThan(3)
  for (const text of migrations) {
    expect(inVesna(text)).not.toMatch(/(?<![\w.])"?(laboratory_audit|laboratory|shop|sandbox)"?\."?\w+"?/)
  }
})

test.each(['', 'Vesna', 'a_b', 'pg', 'shop', '1a', 'a-b', 'x'.repeat(17)])('%j is not a prefix', (prefix) => {
  expect(SCHEMA_PREFIX.test(prefix)).toBe(false)
})
