import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'

/** A worker that listens, and whose channel to its parent another process holds open after it ended. */
const PROGRAM = `
import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { keepWorkers } from ${JSON.stringify(join(import.meta.dirname, 'workers.ts'))}
if (cluster.isPrimary) {
  cluster.on('listening', () => console.log('listening'))
  keepWorkers(1, { error: console.error })
} else {
  const stdio = ['ignore', 'ignore', 'ignore', process.channel.fd]
  const holder = spawn('sleep', ['3600'], { stdio, detached: true })
  holder.unref()
  console.log('held open by ' + holder.pid)
  createServer().listen(0, '127.0.0.1')
  process.on('SIGTERM', () => process.exit(0))
}`

test('all have ended when the last one has, even if its channel closes later', async () => {
  const folder = temporaryFolder('workers')
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const started = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void started.kill('SIGKILL'))
  const ended = new Promise((resolve) => started.once('exit', resolve))
  let printed = ''
  for await (const text of started.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text
    if (printed.includes('listening')) break
  }
  const holder = Number(/held open by (\d+)/.exec(printed)?.[1])
  onTestFinished(() => void process.kill(holder))
  started.kill('SIGTERM')
  expect(await ended).toBe(0)
})
