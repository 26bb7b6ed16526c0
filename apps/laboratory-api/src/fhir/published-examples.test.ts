import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FhirRefusal } from './operation-outcome.ts'
import { parseTransaction } from './parse-transaction.ts'
import { type Resource, transaction } from './testing/laboratory.ts'
import { findR4Faults } from './testing/validate-resource.ts'

const folder = join(import.meta.dirname, 'testing', 'published')
const published = (name: string): Resource => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))

/** Codes and expressions of the issues that the interface finds in a resource. */
function faultsOf(resource: Resource): string[] {
  try {
    parseTransaction(transaction(resource))
    return []
  } catch (error) {
    if (!(error instanceof FhirRefusal)) throw error
    return error.issues.map(({ code, expression }) => `${code} ${expression}`)
  }
}

test('the validator of the tests accepts the examples of the standard', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) expect(findR4Faults(published(file.replace('.json', ''))), file).toEqual([])
})

test('the validator of the tests finds faults', () => {
  const { status: _, ...withoutStatus } = published('observation-f001')
  expect(findR4Faults(withoutStatus)).not.toEqual([])
  expect(findR4Faults({ ...published('observation-f001'), colour: 'red' })).not.toEqual([])
})

test.each(['f001', 'f002', 'f003', 'f004', 'f005', 'f203', 'f206', 'unsat', 'eye-color'])(
  'the published laboratory observation %s has an accepted form',
  (name) => {
    expect(faultsOf(published(`observation-${name}`))).toEqual([])
  },
)

test('the published lipid panel is accepted except for its missing order', () => {
  const { entry } = published('bundle-lipids')
  const faults = entry.flatMap(({ resource }: Resource) => faultsOf(resource))
  expect(faults).toEqual(['required Bundle.entry[0].resource.basedOn'])
})

test('the published blood examination and samples are accepted', () => {
  expect(faultsOf(published('diagnostic-report-f001'))).toEqual([])
  expect(faultsOf(published('specimen-sst'))).toEqual([])
  expect(faultsOf(published('specimen-101'))).toEqual([])
})

test('a published resource whose meaning could be lost is refused, and the element is named', () => {
  expect(faultsOf(published('observation-blood-pressure'))).toContain(
    'not-supported Bundle.entry[0].resource.component',
  )
  expect(faultsOf(published('observation-decimal'))).toContain(
    'not-supported Bundle.entry[0].resource.component',
  )
  expect(faultsOf(published('observation-date-lastmp'))).toContain(
    'not-supported Bundle.entry[0].resource.valueDateTime',
  )
})
