import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApi, TEST_PASSWORD, type TestApi } from '../testing/test-api.ts'
import { findErasedUsers } from './erased-users.ts'
import { noteErasures } from './erasure-log.ts'
import { replayErasures, runReplayErasuresCommand } from './replay-erasures-command.ts'

const folder = temporaryFolder('erasures')
const erasureLog = join(folder, 'apart', 'erasures.jsonl')
let database: TestDatabase
let api: TestApi
beforeAll(async () => {
  database = await openTestDatabase()
  api = await createTestApi({ database, settings: { erasureLog } })
})
afterAll(async () => {
  await api?.close()
  await database?.close()
})

const noted = () =>
  readFileSync(erasureLog, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('each erasure is a line with an id and a time, and nothing else, in a file only its owner can read', async () => {
  const [first, second] = [await api.registerUser(), await api.registerUser()]
  const before = noted()
  await first.client.eraseAccount({ password: TEST_PASSWORD })
  await second.client.eraseAccount({ password: TEST_PASSWORD })
  const lines = noted()
    .slice(before.length)
    .map(({ at, ...rest }) => {
      expect(Date.parse(at)).toBeGreaterThan(0)
      return rest
    })
  expect(lines).toEqual([{ userId: first.user.id }, { userId: second.user.id }])
  expect(statSync(erasureLog).mode & 0o077).toBe(0)
})

test('an erasure whose line was lost is logged at the next start', async () => {
  const { user, client } = await api.registerUser()
  await client.eraseAccount({ password: TEST_PASSWORD })
  const before = noted()
  expect(before.at(-1)).toMatchObject({ userId: user.id })
  rmSync(erasureLog)
  await noteErasures(api.context)
  await noteErasures(api.context)
  expect(noted()).toEqual(before)
})

test('an account erased after the backup is erased again in a restored database, and no other is', async () => {
  const [gone, stays] = [await api.registerUser(), await api.registerUser()]
  await api.createPatient(gone)
  // As after a restore: the log has an erasure that the database lacks.
  const line = JSON.stringify({ at: '2026-03-01T00:00:00.000Z', userId: gone.user.id })
  const before = readFileSync(erasureLog, 'utf8')
  onTestFinished(async () => {
    writeFileSync(erasureLog, before)
    await noteErasures(api.context)
  })
  writeFileSync(erasureLog, `${before}${line}\n{"at":"2026-03-01T0`)
  expect(await replayErasures(api.context)).toEqual({ erased: [gone.user.id], refused: [] })
  await expect(gone.client.currentUser()).rejects.toMatchObject({ status: 401 })
  expect((await stays.client.currentUser()).id).toBe(stays.user.id)
  // So that the storefront deletes its data too.
  expect(await findErasedUsers(database.queries, [gone.user.id, stays.user.id])).toEqual([gone.user.id])
  expect(await replayErasures(api.context)).toEqual({ erased: [], refused: [] })
})

test('the command exits with 1 without a log, and a log without erasures is written all the same', async () => {
  const lines: string[] = []
  const absent = join(folder, 'elsewhere', 'erasures.jsonl')
  const settings = { ...api.context.settings, erasureLog: absent }
  const command = {
    settings,
    logger: pino({ level: 'silent' }),
    print: (line: string) => lines.push(line),
    databaseUrl: undefined,
    dataDir: join(folder, 'none'),
  }
  expect(await runReplayErasuresCommand(command)).toBe(1)
  expect(lines).toEqual([expect.stringContaining(absent)])
  await noteErasures({ ...api.context, settings })
  expect(existsSync(absent)).toBe(true)
})
