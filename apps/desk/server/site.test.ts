import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { StaffPermission } from '@shop/domain/staff'
import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createSite } from './site.ts'

test('the desk’s own refusals are in the security log, without anything that was submitted', {
  tags: ['ASVS-16.3.3'],
}, async () => {
  const lines: string[] = []
  const site = createSite({
    pages: {} as ServerBuild,
    settings: { ...readSettings({}).desk, publicUrl: 'https://desk.example' },
    logger: pino({}, { write: (line: string) => lines.push(line) }),
  })
  const send = async (headers: Record<string, string>, body: string) =>
    (await site.request('https://desk.example/login', { method: 'POST', headers, body })).status
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect(await send({ ...form, Origin: 'https://evil.example' }, 'email=eva@example.com')).toBe(403)
  const long = `email=eva@example.com&text=${'a'.repeat(100_001)}`
  expect(await send({ ...form, Origin: 'https://desk.example' }, long)).toBe(413)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    ['other_origin', 'body_too_large'].map((outcome) => ({
      log: 'security',
      event: 'refusedRequest',
      outcome,
      method: 'POST',
    })),
  )
  expect(lines.join()).not.toContain('eva@')
})

/** A main API that knows one session. */
async function mainApi(permissions: readonly StaffPermission[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    const isKnown = request.headers.authorization === 'Bearer known'
    const viewer = {
      ...{ id: crypto.randomUUID(), email: 'eva@example.com', name: 'Eva Lis', locale: 'en', permissions },
      ...{ grants: [{ role: 'finance', laboratoryIds: null }], sessionEndsAt: '2026-01-01T00:00:00.000Z' },
    }
    const problem = { type: 'about:blank', title: 'Unauthorized', status: 401, code: 'unauthorized' }
    response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isKnown ? viewer : problem))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { asked, apiRoot: `http://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() }
}

test('uploads are read only from staff whom the main API permits; from anyone else no large body is read at all', {
  tags: ['ASVS-5.2.1'],
}, async () => {
  using api = await mainApi(['payments.read'])
  const settings = { ...readSettings({}).desk, publicUrl: 'http://desk.example', apiRoot: api.apiRoot }
  const site = createSite({ pages: {} as ServerBuild, settings, logger: pino({ level: 'silent' }) })
  async function send(path: string, cookie: string, method = 'POST') {
    let pieces = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (pieces++ < 20) controller.enqueue(new Uint8Array(10_000))
          else controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': '200000',
      Origin: settings.publicUrl,
      Cookie: cookie,
    }
    const init = { method, headers, body, duplex: 'half' }
    const answer = await site.request(`${settings.publicUrl}${path}`, init as RequestInit)
    return [answer.status, pieces > 0]
  }
  const known = 'deskSession=known'
  // The body is read, and turns out not to be a form.
  expect(await send('/money/statement', known)).toEqual([400, true])
  expect(await send('/money/statement.data', known)).toEqual([400, true])
  expect(api.asked).toEqual(['/staff/current', '/staff/current'])
  const unread = [413, false]
  expect(await send('/money/statement', 'deskSession=made-up')).toEqual(unread)
  expect(await send('/money/statement', 'deskLocale=en')).toEqual(unread)
  expect(await send('/money/statement', '')).toEqual(unread)
  expect(await send('/money/statement', known, 'PUT')).toEqual(unread)
  expect(await send('/catalogue', known)).toEqual(unread)
  expect(await send('/orders', known)).toEqual(unread)
  api[Symbol.dispose]()
  expect(await send('/money/statement', known)).toEqual(unread)
})
