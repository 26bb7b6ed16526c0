import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
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

test('every setting that sounds secret is listed as a secret', () => {
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

test('the settings page says of every secret that it may be in a file', () => {
  const [paragraph] = /^`DATABASE_URL`, [\s\S]*?`_FILE`\.$/m.exec(read('docs/operations/settings.md'))!
  expect(sorted([...paragraph.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name!))).toEqual(
    sorted(SECRETS),
  )
})

// As root, since the machine's key belongs to root.
const canEncrypt = existsSync('/usr/bin/systemd-creds') && process.getuid?.() === 0

test.skipIf(!canEncrypt)(
  'a credential encrypted for the machine opens under the name that the unit gives it, and under no other',
  () => {
    const [, command, id] = /systemd-creds (encrypt) --name=(\w+) - /.exec(
      read('docs/operations/releases.md'),
    )!
    const unit = read('deploy/systemd/laboratory-shop@.service')
    const [, credential] = /^LoadCredentialEncrypted=(\w+):/m.exec(unit)!
    // systemd makes one credential of each file in a folder: its own name before the file's.
    expect(id).toBe(`${credential}_DATABASE_URL`)
    expect(unit).toContain(`DATABASE_URL_FILE=%d/${id}`)
    const folder = temporaryFolder('credentials')
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
