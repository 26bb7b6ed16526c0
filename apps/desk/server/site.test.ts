import { pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { createSite } from './site.ts'

test('what the desk refuses itself stands in the security log, with the address and nothing that was sent', {
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
