import { afterEach, beforeEach } from 'vitest'

export interface TestClock {
  now: Date
  /** In the unit of the clock. */
  pass(units: number): void
}

/** Every clock of this process, with its time when the present test began. */
const began = new Map<TestClock, Date>()

/** A clock that moves only when a test moves it; `unit` in milliseconds. */
export function createClock(now: Date, unit: number): TestClock {
  const clock = {
    now,
    pass(units: number) {
      clock.now = new Date(clock.now.getTime() + units * unit)
    },
  }
  began.set(clock, now)
  return clock
}

/** Time that passes in a test passes in that test alone. Call it once per file. */
export function putClocksBack(): void {
  beforeEach(() => {
    for (const clock of began.keys()) began.set(clock, clock.now)
  })
  afterEach(() => {
    for (const [clock, now] of began) clock.now = now
  })
}
