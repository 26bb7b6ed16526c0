import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../operations/tools.ts'
import { readAudit } from './read-audit.ts'

const running = new Set(['hono'])
const cause = (title: string) => ({ title, url: 'https://advisories.example/1' })

test('each finding is listed with the time within which it must be fixed', { tags: ['ASVS-15.2.1'] }, () => {
  const vulnerabilities = {
    vitest: { severity: 'critical', via: [cause('Runs code')] },
    hono: { severity: 'high', via: [cause('Reads files'), 'other'] },
  }
  expect(readAudit({ vulnerabilities }, running)).toEqual({
    kind: 'found',
    lines: [
      'hono (high, runs in production, to be fixed within 7 days): Reads files https://advisories.example/1; other',
      'vitest (critical, builds or tests, to be fixed within 60 days): Runs code https://advisories.example/1',
    ],
  })
})

test('no findings are clean; no answer is not', () => {
  expect(readAudit({ vulnerabilities: {} }, running)).toEqual({ kind: 'clean' })
  expect(readAudit({ message: '405 Method Not Allowed' }, running)).toEqual({
    kind: 'unreachable',
    reason: '405 Method Not Allowed',
  })
  expect(readAudit({ error: { summary: 'ENOTFOUND' } }, running)).toEqual({
    kind: 'unreachable',
    reason: 'ENOTFOUND',
  })
  expect(readAudit({}, running).kind).toBe('unreachable')
})

test('the times are those of the documentation', () => {
  const page = readFileSync(join(root, 'docs/security/components.md'), 'utf8')
  for (const words of ['48 hours', '7 days', '30 days', '60 days']) expect(page).toContain(words)
})
