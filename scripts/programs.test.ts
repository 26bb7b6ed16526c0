import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROGRAMS, type ProgramName, sourcesOf, startedWith } from './programs.mjs'
import { FILES, source } from './source-files.ts'

const NAMES = Object.keys(PROGRAMS) as ProgramName[]

/** The files that the program's own files import, directly or not; a type is no part of a program. */
function madeOf(program: ProgramName): string[] {
  const files = new Set(FILES.filter((file) => file.startsWith(`apps/${program}/`)))
  for (const file of files) {
    const text = (source.get(file) ?? '').replaceAll(/\b(?:im|ex)port type [^;]*? from '[^']*'/g, '')
    for (const [, path] of text.matchAll(/(?:\bfrom|\bimport) ?\(?'(\.[^']+)'/g)) {
      files.add(join(dirname(file), path!))
    }
  }
  return [...files]
}

test('a program that is started alone is built alone', () => {
  for (const name of NAMES.filter((each) => each !== 'storefront')) {
    expect(startedWith(name, [], { HL7_GATEWAY: 'true' })).toEqual([name])
  }
  expect(startedWith('storefront', ['migrate'], {})).toEqual(['storefront'])
  expect(startedWith('storefront', [], {})).toEqual(['storefront', 'desk'])
  expect(startedWith('storefront', [], { HL7_GATEWAY: 'true' })).toContain('hl7-gateway')
})

test.for(NAMES)('a change to anything that the program %s is made of builds it again', (name) => {
  const made = madeOf(name)
  expect(made.length).toBeGreaterThan(10)
  const sources = sourcesOf(name)
  const isSource = (file: string) => sources.some((path) => file === path || file.startsWith(`${path}/`))
  expect(made.filter((file) => !isSource(file))).toEqual([])
})

test('the main API and the gateway are made of nothing of the storefront or the desk', () => {
  for (const name of ['laboratory-api', 'hl7-gateway'] as const) {
    expect(madeOf(name).filter((file) => /^apps\/(?:storefront|desk)\//.test(file))).toEqual([])
  }
})
