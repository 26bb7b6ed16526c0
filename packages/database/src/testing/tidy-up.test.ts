import { afterAll, describe, expect, test, vi } from 'vitest'

describe('after a test that fails', () => {
  const { fetch, setTimeout } = globalThis
  const { PATH } = process.env
  const { exit } = process
  afterAll(() => {
    expect(globalThis.fetch).toBe(fetch)
    expect(globalThis.setTimeout).toBe(setTimeout)
    expect(process.env.PATH).toBe(PATH)
    expect(process.exit).toBe(exit)
  })
  test.fails('nothing is left of what it stubbed', () => {
    vi.stubGlobal('fetch', null)
    vi.stubEnv('PATH', '')
    vi.useFakeTimers()
    vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
    expect(globalThis.fetch).toBe(fetch)
  })
})
