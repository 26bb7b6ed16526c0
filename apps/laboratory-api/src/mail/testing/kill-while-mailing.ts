import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestMailServer } from '../../testing/test-mail-server.ts'
import type { MailingTask } from './mailing-process.ts'

/** Starts the outbox in a separate process and kills it (SIGKILL) as soon as `isTime` resolves. */
export async function killWhileMailing(task: MailingTask, isTime: () => Promise<unknown>): Promise<void> {
  const child = fork(join(import.meta.dirname, 'mailing-process.ts'), { execArgv: [], env: {} })
  const ended = once(child, 'exit')
  child.send(task)
  await Promise.race([
    isTime(),
    ended.then(([code]) => Promise.reject(new Error(`the outbox ended on its own: ${code}`))),
  ]).finally(() => child.kill('SIGKILL'))
  await ended
}

/** How often each mail has arrived, by its Message-ID. */
export function arrivals({ mails }: Pick<TestMailServer, 'mails'>): number[] {
  const counts = new Map<string, number>()
  for (const { messageId = '' } of mails) counts.set(messageId, (counts.get(messageId) ?? 0) + 1)
  return [...counts.values()]
}
