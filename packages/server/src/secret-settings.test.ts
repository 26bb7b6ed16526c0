import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { projectFiles } from './project-files.ts'
import { readVariables, SECRETS, text } from './settings.ts'

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
  const isOpen = new Set(['BEPAID_PUBLIC_KEY', 'BREACHED_PASSWORDS_URL', 'DATABASE_PASSWORD_ROTATED'])
  const sounding = names.filter(
    (name) =>
      !isOpen.has(name) &&
      !name.endsWith('_FILE') &&
      /SECRET|KEY|TOKEN|PASSWORD|_HEADERS$|^DATABASE_(DIRECT_)?URL$|^SMTP_URL$/.test(name),
  )
  expect(sorted(sounding)).toEqual(sorted(SECRETS))
})

test('the page of settings says of every secret that it may stand in a file', () => {
  const [paragraph] = /^`DATABASE_URL`, [\s\S]*?`_FILE`\.$/m.exec(read('docs/operations/settings.md'))!
  expect(sorted([...paragraph.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!))).toEqual(
    sorted(SECRETS),
  )
})

// As root, since the key of the machine is root's.
const canEncrypt = existsSync('/usr/bin/systemd-creds') && process.getuid?.() === 0

test.skipIf(!canEncrypt)(
  'what is encrypted for the machine opens under the name that the unit gives it, and no other',
  () => {
    const [, command, id] = /systemd-creds (encrypt) --name=(\w+) - /.exec(
      read('docs/operations/releases.md'),
    )!
    const unit = read('deploy/systemd/laboratory-shop@.service')
    const [, credential] = /^LoadCredentialEncrypted=(\w+):/m.exec(unit)!
    // Of a folder systemd makes one credential a file: its own name before the file's.
    expect(id).toBe(`${credential}_DATABASE_URL`)
    expect(unit).toContain(`DATABASE_URL_FILE=%d/${id}`)
    const folder = mkdtempSync(join(tmpdir(), 'credentials-'))
    const [sealed, opened] = [join(folder, 'DATABASE_URL'), join(folder, id!)]
    const creds = (args: string[], input?: string) =>
      execFileSync('systemd-creds', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
    const secret = 'postgres://shop:secret@localhost/shop'
    creds(['--with-key=host', `--name=${id}`, command!, '-', sealed], secret)
    expect(readFileSync(sealed, 'latin1')).not.toContain(secret)
    writeFileSync(opened, creds([`--name=${id}`, 'decrypt', sealed, '-']))
    const environment = { DATABASE_URL_FILE: opened }
    expect(readVariables(z.object({ DATABASE_URL: text }), environment)).toEqual({ DATABASE_URL: secret })
    expect(() => creds(['--name=secret_SMTP_URL', 'decrypt', sealed, '-'])).toThrow()
  },
)
