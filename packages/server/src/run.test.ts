import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A program in which something fails unhandled, long after its start. */
const PROGRAM = `
import { run } from ${JSON.stringify(join(import.meta.dirname, 'run.ts'))}
const server = { workers: 1, logLevel: 'info', metrics: null, tls: null, tracing: null, port: 0, host: '127.0.0.1',
  drainDelayMs: 0, requestsAtOnce: null }
await run({
  name: 'storefront',
  readSettings: async () => ({ server }),
  prepare: async () => {},
  open: async () => {
    setTimeout(function sendMail() { throw Object.assign(new TypeError('anna@mail.example'), { code: 'E1' }) }, 300)
    return { app: { fetch: () => new Response() }, addresses: [], close: async () => console.log('closed') }
  },
})`

test('an uncaught error is logged with its place and without its message, and the process ends after its work under way', async () => {
  const started = promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: import.meta.dirname,
  })
  const { code, stdout } = await started.then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  )
  expect(code).toBe(1)
  const line = stdout.split('\n').find((text) => text.includes('uncaught error')) ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ level: 60, error: 'TypeError', code: 'E1' })
  expect(line).toContain('at Timeout.sendMail')
  expect(stdout).not.toContain('anna@mail.example')
  expect(stdout).toContain('closed')
})
