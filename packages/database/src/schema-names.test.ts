import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inSchemas, SCHEMA_PREFIX } from './schema-names.ts'

const inVesna = (statement: string) => inSchemas(statement, 'vesna')

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
])('%s', (written, sent) => {
  expect(inVesna(written)).toBe(sent)
  // What is a partner's stays so.
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
  expect(inSchemas('select from laboratory.patient', undefined)).toBe('select from laboratory.patient')
})

test('each schema that a migration makes is known, and migrations name none without being led to the partner’s', () => {
  const files = globSync('apps/*/migrations/*.sql', { cwd: join(import.meta.dirname, '../../..') })
  const made = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
    for (const [, name] of text.matchAll(/CREATE SCHEMA (?:IF NOT EXISTS )?"?(\w+)/gi)) made.add(name!)
    expect(inVesna(text), file).not.toMatch(
      /(?<![\w.])"?(laboratory_audit|laboratory|shop|sandbox)"?\."?\w+"?/,
    )
  }
  expect(made.size).toBeGreaterThan(3)
  for (const name of made) {
    expect(inVesna(`from ${name}.x`)).toBe(`from vesna_${name}.x`)
    expect(inVesna(`in schema ${name}`)).toBe(`in schema vesna_${name}`)
  }
})

test.each(['', 'Vesna', 'a_b', 'pg', 'shop', '1a', 'a-b', 'x'.repeat(17)])('%j is no prefix', (prefix) => {
  expect(SCHEMA_PREFIX.test(prefix)).toBe(false)
})
