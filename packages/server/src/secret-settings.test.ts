import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFiles } from './project-files.ts'
import { SECRETS } from './settings.ts'

const read = (file: string) => readFileSync(join(projectFiles, file), 'utf8')
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted()

test('the page on rotation has a line for every secret setting, and for nothing else', {
  tags: ['ASVS-11.1.1'],
}, () => {
  const lines = [...read('docs/security/rotation.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(
    ([, name]) => name!,
  )
  expect(sorted(lines)).toEqual(sorted(SECRETS))
})

test('whatever sounds secret among the settings is one of the secrets', () => {
  const names = ['apps/laboratory-api', 'apps/storefront', 'apps/hl7-gateway', 'packages/server/src'].flatMap(
    (folder) =>
      [...read(`${folder}/settings.ts`).matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!),
  )
  expect(names.length).toBeGreaterThan(30)
  const isOpen = new Set(['BEPAID_PUBLIC_KEY', 'BREACHED_PASSWORDS_URL'])
  const sounding = names.filter(
    (name) =>
      !isOpen.has(name) &&
      !name.endsWith('_FILE') &&
      /SECRET|KEY|TOKEN|PASSWORD|_HEADERS$|^DATABASE_(DIRECT_)?URL$|^SMTP_URL$/.test(name),
  )
  expect(sorted(sounding)).toEqual(sorted(SECRETS))
})

test('the README says of every secret that it may stand in a file', () => {
  const [paragraph] = /^`DATABASE_URL`, [\s\S]*?`_FILE`\.$/m.exec(read('README.md'))!
  expect(sorted([...paragraph.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!))).toEqual(
    sorted(SECRETS),
  )
})
