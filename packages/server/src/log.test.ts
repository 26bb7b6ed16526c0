import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createLogger, describeError, stackFrames } from './log.ts'

async function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): Promise<string[]> {
  const stream = new PassThrough()
  write(createLogger('info', stream))
  stream.end()
  return (await text(stream)).trimEnd().split('\n')
}

test('each entry is one line of JSON with its time in milliseconds of UTC', {
  tags: ['ASVS-16.2.2', 'ASVS-16.2.4'],
}, async () => {
  const before = Date.now()
  const lines = await linesOf((logger) => logger.info({ route: '/patients' }, 'request'))
  const entry = JSON.parse(lines[0]!) as Record<string, unknown>
  expect(lines).toHaveLength(1)
  expect(entry).toMatchObject({ level: 30, route: '/patients', msg: 'request', pid: process.pid })
  expect(entry.time).toBeGreaterThanOrEqual(before)
  expect(entry.time).toBeLessThanOrEqual(Date.now())
})

test('nothing that is logged can start a line or an entry of its own', {
  tags: ['ASVS-16.4.1'],
}, async () => {
  const forged = 'GET\r\n{"level":30,"msg":"login"}\u2028"}, {"event":"login"\u001b[2J'
  const lines = await linesOf((logger) => logger.warn({ route: forged }, forged))
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ route: forged, msg: forged })
  expect(lines[0]).not.toContain('\u001b')
})

test('an error is logged with its name, code and places, but not its message', {
  tags: ['ASVS-16.5.1'],
}, () => {
  const error = Object.assign(new TypeError('anna@mail.example is not unique'), { code: '23505' })
  const described = describeError(error)
  expect(described).toMatchObject({ error: 'TypeError', code: '23505' })
  expect(JSON.stringify(described)).not.toContain('anna@mail.example')
})

test('nothing of a multi-line message is logged, even if it looks like a call', {
  tags: ['ASVS-16.5.1'],
}, () => {
  const message = 'Failed query: insert\nparams: Anna\n    at Niamiha (12:3)\n    at night'
  const asMade = new Error(message)
  const changed = Object.assign(new Error(message.replace(/\n.*night/, '\nand no more')), {
    message: 'other',
  })
  for (const error of [asMade, changed]) {
    expect(stackFrames(error)[0]).toContain('log.test.ts')
    expect(JSON.stringify(describeError(error))).not.toMatch(/Anna|Niamiha|night/)
  }
  expect(stackFrames(Object.assign(new Error('bare'), { stack: undefined }))).toEqual([])
})
