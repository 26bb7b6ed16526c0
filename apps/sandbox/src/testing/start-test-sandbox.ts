import { openTestDatabase, type TestDatabase } from '@shop/database/testing/test-database'
import { Hono } from 'hono'
import { createSandbox, SANDBOX_PAYMENT, type Sandbox, type SandboxOptions } from '../app.ts'
import { serve } from './serve.ts'

export interface TestSandbox extends Sandbox {
  /** `http://127.0.0.1:…/sandbox` */
  url: string
  database: TestDatabase
  now(): Date
  /** Moves the sandbox's clock. */
  passSeconds(seconds: number): void
}

/** A sandbox over real HTTP with its own database and clock; `close()` it in `afterAll`. */
export async function startTestSandbox(overrides: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const database = await openTestDatabase()
  let time = Date.parse('2026-11-20T09:00:00Z')
  const now = () => new Date(time)
  const root = new Hono()
  const server = await serve(root)
  const url = `${server.url}/sandbox`
  const sandbox = createSandbox({
    database,
    publicUrl: url,
    payment: SANDBOX_PAYMENT,
    laboratory: { root: 'http://127.0.0.1:9', token: 'token', fetch },
    fetch,
    now,
    ...overrides,
  })
  root.route('/sandbox', sandbox.app)
  return {
    ...sandbox,
    url,
    database,
    now,
    passSeconds(seconds) {
      time += seconds * 1000
    },
    async close() {
      await sandbox.close()
      await server.close()
      await database.close()
    },
  }
}
