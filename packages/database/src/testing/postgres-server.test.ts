import { spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { childrenOf } from './postgres-server.ts'

test('the children of a process are found, on Linux without the program ps', () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  try {
    if (process.platform === 'linux') vi.stubEnv('PATH', '')
    expect(childrenOf(process.pid)).toContain(child.pid)
    expect(childrenOf(child.pid!)).toEqual([])
  } finally {
    child.kill()
  }
})
