import { expect, test } from 'vitest'
import { isSettled, type WaitingStep, withSteps } from './waiting-steps.ts'

const VISIT = { orderId: 'one', orderState: 'paid', state: 'expected', version: 3 } as const

const pressed = (step: WaitingStep['step'], version: number, more: Partial<WaitingStep> = {}) => ({
  key: `${step} ${version}`,
  staffId: 'nurse',
  orderId: 'one',
  number: '1000071',
  step,
  version,
  identityChecked: false,
  at: '2040-03-07T06:00:00Z',
  ...more,
})

test('presses without a network show immediately, one step after the other', () => {
  const steps = [pressed('arrive', 3), pressed('takeSamples', 4)]
  expect(withSteps(VISIT, steps.slice(0, 1))).toMatchObject({ state: 'arrived', version: 4 })
  expect(withSteps(VISIT, steps)).toMatchObject({ state: 'done', orderState: 'collected', version: 5 })
})

test('a press that is already loaded, refused, impossible or of another visit is not shown', () => {
  const problem = { code: 'stale_write' as const, fields: [], status: 409 as const, changed: null }
  for (const step of [
    pressed('miss', 2),
    pressed('miss', 3, { problem }),
    pressed('reset', 3),
    pressed('miss', 3, { orderId: 'other' }),
  ]) {
    expect(withSteps(VISIT, [step])).toEqual(VISIT)
  }
})

test('a step stays until the desk has it and the screen shows it', () => {
  const step = pressed('arrive', 3)
  const read = { ...VISIT, version: 4 }
  expect(isSettled(step, [read])).toBe(false)
  expect(isSettled({ ...step, isTold: true }, [VISIT])).toBe(false)
  expect(isSettled({ ...step, isTold: true }, [read])).toBe(true)
  expect(isSettled({ ...step, isTold: true }, [])).toBe(true)
})
