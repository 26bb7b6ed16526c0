import { writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { type AddressInfo, connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { OURS, STRANGERS } from '@shop/database/testing/certificates'
import { PATIENTLY } from '@shop/database/testing/patience'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, test, vi } from 'vitest'
import { createServer } from './tls.ts'

type Pair = Pick<typeof OURS, 'cert' | 'key'>

async function serving({ cert, key }: Pair) {
  const folder = temporaryFolder('tls')
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const write = (pair: Pair) => {
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, pair.key)
  }
  write({ cert, key })
  const errors: unknown[] = []
  const server = createServer(files, (_, response) => response.end('answered'), {
    lookEveryMs: 5,
    onError: (error) => errors.push(error),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  /** The answer to a client that trusts only this authority. */
  const ask = (ca: string) =>
    new Promise<string>((resolve, reject) => {
      get({ port, host: '127.0.0.1', ca, agent: false }, (answer) => {
        answer.setEncoding('utf8').on('data', resolve)
      }).on('error', reject)
    })
  return { files, write, errors, port, ask, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('with a certificate a program speaks only TLS, from version 1.2', {
  tags: ['ASVS-12.1.1', 'ASVS-12.3.1', 'ASVS-12.3.3'],
}, async () => {
  const { port, ask, close } = await serving(OURS)
  expect(await ask(OURS.ca)).toBe('answered')
  await expect(ask(STRANGERS.ca)).rejects.toThrow(/certificate|verify/)
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  const old = new Promise((resolve, reject) => {
    connect({ port, host: '127.0.0.1', ca: OURS.ca, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' }, () =>
      resolve('in'),
    ).on('error', reject)
  })
  await expect(old).rejects.toThrow()
  await close()
})

test('a renewed certificate is used without a restart, and one that does not match its key is not', async () => {
  const { files, write, errors, ask, close } = await serving(OURS)
  writeFileSync(files.cert, STRANGERS.cert)
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  expect(await ask(OURS.ca)).toBe('answered')
  write(STRANGERS)
  await vi.waitFor(async () => expect(await ask(STRANGERS.ca)).toBe('answered'), PATIENTLY)
  await close()
})

test('a request with two hosts is refused: a proxy in front may have believed the other one', async () => {
  let answered = 0
  const server = createServer(null, (_, response) => {
    answered++
    response.end('answered')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (hosts: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connectPlain(port, '127.0.0.1')
      let said = ''
      socket.setEncoding('latin1').on('data', (part) => {
        said += part
      })
      socket.on('close', () => resolve(said)).on('error', reject)
      const lines = hosts.map((host) => `${host}\r\n`).join('')
      socket.write(`GET / HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)
    })
  expect(await ask(['Host: shop.example'])).toMatch(/^HTTP\/1.1 200 [\s\S]*answered/)
  expect(await ask(['Host: shop.example', 'hOST: other.example'])).toMatch(/^HTTP\/1.1 400 /)
  expect(await ask(['Host: shop.example', 'Host: shop.example'])).toMatch(/^HTTP\/1.1 400 /)
  expect(answered).toBe(1)
  await new Promise((resolve) => server.close(resolve))
})
