import { generateKeyPairSync } from 'node:crypto'
import { exportJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { jwkFile, keyFile, newPair, type Pair, runCommand } from './testing/client-keys.ts'

const house = laboratoryOfFile()
const command = (...args: string[]) => runCommand(house.database, ...args)

test('the command refuses an invalid client, and grants no scope that was not named', {
  tags: ['ASVS-11.2.3', 'ASVS-10.4.11'],
}, async () => {
  const key = await jwkFile(newPair(), 'k')
  const first = ['create', 'own-laboratory', 'Name', '--laboratories', '1', '--key', key]
  const scopes = ['--scopes', 'system/ServiceRequest.s']
  expect((await command(...first))[0]).toBe(2)
  expect(await command(...first, ...scopes)).toEqual([
    0,
    'Client own-laboratory may log in with the key k.',
    'Its scopes: system/ServiceRequest.s',
  ])
  const create = (id: string, places: string, file: string, ...more: string[]) =>
    command(
      'create',
      id,
      'Name',
      '--laboratories',
      places,
      '--key',
      file,
      ...(more.length > 0 ? more : scopes),
    )
  const pem = ({ publicKey, privateKey }: Pair, which: 'public' | 'private') =>
    which === 'public'
      ? (publicKey.export({ type: 'spki', format: 'pem' }) as string)
      : (privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
  const small = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const privateJwk: JWK = { ...(await exportJWK(newPair().privateKey)) }
  for (const [answer, words] of [
    [await create('own-laboratory', '1', key), 'there is or was a client'],
    [await create('Ä', '1', key), '<id>: 3 to 63'],
    [await create('new-one', '1,999', key), 'there is no 999'],
    [await create('new-one', 'somewhere', key), 'ids separated by commas'],
    [await create('new-one', '1', `${key}-nowhere`), 'cannot be read'],
    [await create('new-one', '1', await keyFile('words')), 'not a public key'],
    [await create('new-one', '1', await keyFile(pem(newPair(), 'private'))), 'a private key'],
    [await create('new-one', '1', await keyFile(JSON.stringify(privateJwk))), 'a private key'],
    [await create('new-one', '1', await keyFile(pem(small, 'public'))), 'RSA of at least 3072'],
    [await create('new-one', '1', await keyFile(pem(curve, 'public'))), 'P-384'],
    [await create('new-one', '1', key, '--scopes', 'everything'), '--scopes: some of'],
    [await command('end', 'nobody'), 'no such client'],
    [await command('end-key', 'own-laboratory', 'zzz'), 'no such key'],
  ] as const) {
    expect(answer).toEqual([1, expect.stringContaining(words)])
  }
  expect((await command())[0]).toBe(2)
  expect((await command('create', 'new-one'))[0]).toBe(2)
  expect((await command('list', '--nonsense'))[0]).toBe(2)
})
