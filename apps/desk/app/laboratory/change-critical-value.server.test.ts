import { expect, test } from 'vitest'
import type { Desk } from '../session/desk-context.server.ts'
import { changeCriticalValue } from './change-critical-value.server.ts'

async function noted(fields: Record<string, string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent: unknown[] = []
  const noteCriticalCall = async (_: string, call: unknown) => {
    sent.push(call)
    return { version: 1 }
  }
  const desk = { api: { noteCriticalCall } } as unknown as Desk
  return { sent, ...(await changeCriticalValue(desk, 'result', form)) }
}
const CALL = { version: '3', called: ' Dr Maria Lis ', saidBack: 'Haemoglobin 61' }

test.each([[{}], [{ outcome: '' }], [{ outcome: 'perhaps' }]])(
  'a call without a known outcome is not recorded, and what was typed comes back: %o',
  async (outcome) => {
    const { sent, problem, typed } = await noted({ ...CALL, ...outcome })
    expect(sent).toEqual([])
    expect(problem).toMatchObject({ code: 'invalid_fields', fields: ['outcome'], status: 422 })
    expect(typed).toEqual({ outcome: undefined, called: 'Dr Maria Lis', saidBack: 'Haemoglobin 61' })
  },
)

test('a call with an outcome is recorded with the version that was read', async () => {
  const { sent, problem, typed } = await noted({ ...CALL, outcome: 'notReached' })
  expect(sent).toEqual([
    { version: 3, outcome: 'notReached', called: 'Dr Maria Lis', saidBack: 'Haemoglobin 61' },
  ])
  expect([problem, typed]).toEqual([null, null])
})
