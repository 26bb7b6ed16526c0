import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { drainOf } from './drain.ts'

type Drain = ReturnType<typeof drainOf>

test('requests under way get their time after the delay, however long that is, and then the process is forced to end', async () => {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const close = vi.fn(() => new Promise<void>(() => {}))
  const hanging = { close: () => {} } as unknown as Parameters<Drain['end']>[0]
  void drainOf(5_000).end(hanging, close)
  await vi.advanceTimersByTimeAsync(17_900)
  expect(close).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(close).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(exit).toHaveBeenCalledWith(1)
})

test('a process that has ended in time is not ended by force', async () => {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const idle = { close: (closed: () => void) => closed() }
  const ending = drainOf(10).end(idle as unknown as Parameters<Drain['end']>[0], async () => {})
  await vi.advanceTimersByTimeAsync(10)
  await ending
  await vi.advanceTimersByTimeAsync(60_000)
  expect(exit).not.toHaveBeenCalled()
})

test('a stream ends after the delay and does not delay the end of the process', async () => {
  const drain = drainOf(10)
  const server = createServer((request, response) => {
    if (!drain.answer(request, response)) response.write('data: \n\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const headers = { Accept: 'text/event-stream' }
  const stream = await new Promise<IncomingMessage>((resolve) => get({ port, headers }, resolve))
  const ended = new Promise((resolve) => stream.resume().once('end', resolve))
  const close = vi.fn(async () => {})
  await drain.end(server, close)
  await ended
  expect(close).toHaveBeenCalledOnce()
})
