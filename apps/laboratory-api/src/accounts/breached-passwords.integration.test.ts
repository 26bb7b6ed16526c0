import { hash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { openTestDatabase } from '@shop/database/testing/test-database'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { ApiContext } from '../context.ts'
import { createTestApi } from '../testing/test-api.ts'
import { isBreachedPassword } from './breached-passwords.ts'

const LEAKED = 'harbour lantern 47'
const digest = hash('sha1', LEAKED, 'hex').toUpperCase()
const url = 'https://passwords.example'

/** A service that answers the range protocol and records each request. */
function rangeOf(answer: () => Response, asked: string[]): typeof fetch {
  return async (input) => {
    asked.push(String(input))
    return answer()
  }
}

async function withService(answer: () => Response) {
  const asked: string[] = []
  const database = await openTestDatabase()
  const api = await createTestApi({
    database,
    fetch: rangeOf(answer, asked),
    settings: { breachedPasswordsUrl: url },
  })
  const release = async () => {
    await api.close()
    await database.close()
  }
  return { api, asked, [Symbol.asyncDispose]: release }
}

const lines = (...entries: string[]) => new Response(entries.join('\r\n'))

test('a leaked password is refused, and only five characters of its digest are sent', {
  tags: ['ASVS-6.2.12'],
}, async () => {
  await using service = await withService(() => lines(`${'0'.repeat(35)}:3`, `${digest.slice(5)}:12`))
  await expect(service.api.registerUser({ password: LEAKED })).rejects.toMatchObject({
    status: 422,
    errors: [{ path: 'password', code: 'password_breached' }],
  })
  expect(service.asked).toEqual([`${url}/range/${digest.slice(0, 5)}`])
  expect((await service.api.registerUser()).token).toBeDefined()
})

test('a leaked password is recognised in full-width letters too, which are equal at login', async () => {
  await using service = await withService(() => lines(`${digest.slice(5)}:12`))
  const wide = LEAKED.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0))
  await expect(service.api.registerUser({ password: wide })).rejects.toMatchObject({
    errors: [{ path: 'password', code: 'password_breached' }],
  })
  expect(service.asked).toEqual([`${url}/range/${digest.slice(0, 5)}`])
})

test('a padded line does not count as a leak', async () => {
  await using service = await withService(() => lines(`${digest.slice(5)}:0`))
  expect((await service.api.registerUser({ password: LEAKED })).token).toBeDefined()
})

test('without an answer the password is accepted, and the log says so without showing it', {
  tags: ['ASVS-16.5.2'],
}, async () => {
  await using service = await withService(() => new Response('busy', { status: 503 }))
  expect((await service.api.registerUser({ password: LEAKED })).token).toBeDefined()
  const line = await service.api.logged(({ msg }) => msg === 'breached passwords could not be checked')
  expect(JSON.stringify(line)).not.toContain(LEAKED)
})

test('nothing is sent to a server whose certificate is not trusted, and the log says why', {
  tags: ['ASVS-16.3.4'],
}, async () => {
  // Its certificate is not signed by a trusted authority.
  const untrusted = new SMTPServer({ secure: true })
  untrusted.on('error', () => {})
  await new Promise<void>((resolve) => untrusted.listen(0, '127.0.0.1', resolve))
  const { port } = untrusted.server.address() as AddressInfo
  const lines: object[] = []
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const settings = { breachedPasswordsUrl: `https://127.0.0.1:${port}` } as ApiContext['settings']
  expect(await isBreachedPassword({ settings, fetch, logger }, LEAKED)).toBe(false)
  const code = expect.stringMatching(/CERT/)
  expect(lines).toMatchObject([{ level: 40, msg: 'breached passwords could not be checked', code }])
  await new Promise<void>((resolve) => untrusted.close(resolve))
})
