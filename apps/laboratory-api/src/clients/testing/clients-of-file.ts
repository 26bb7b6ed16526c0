import { randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import { beforeAll, expect } from 'vitest'
import { createLaboratory, type Laboratory, type Resource } from '../../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../../fhir/testing/laboratory-of-file.ts'
import { ALL_PERMISSIONS, scopesOf } from '../scopes.ts'
import { jwkFile, newPair, type Pair, runCommand } from './client-keys.ts'

/** The laboratories of two of the clients. */
export const [OWN, OTHER] = [1, 2]
/** That of the third; no order is ever placed there. */
const IDLE = 3
export const TOKEN_URL = 'http://shop.example/laboratory-api/oauth/token'
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Options of the command for a client that may do everything. */
export const EVERYTHING = ['--scopes', scopesOf(ALL_PERMISSIONS).join(' ')]

interface Assertion {
  clientId: string
  pair: Pair
  kid: string
  claims?: JWTPayload
  alg?: string
  header?: object
}

/** A shop with three clients, each of one laboratory, for the tests of one file. Read `house` inside tests. */
export function clientsOfFile() {
  const house = laboratoryOfFile()
  const pairs = { own: newPair(), other: newPair(), idle: newPair() }
  const command = (...args: string[]) => runCommand(house.database, ...args)

  function assertionOf({
    clientId,
    pair,
    kid,
    claims = {},
    alg = 'ES384',
    header = {},
  }: Assertion): Promise<string> {
    const seconds = house.shop.clock.now.getTime() / 1_000
    return new SignJWT({
      iss: clientId,
      sub: clientId,
      aud: TOKEN_URL,
      jti: randomUUID(),
      exp: seconds + 240,
      ...claims,
    })
      .setProtectedHeader({ alg, kid, typ: 'JWT', ...header })
      .sign(pair.privateKey)
  }

  async function askForToken(form: Record<string, string>) {
    const answer = await house.shop.api.request('POST', '/oauth/token', {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Resource }
  }

  const grant = (assertion: string, more: Record<string, string> = {}) =>
    askForToken({
      grant_type: 'client_credentials',
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: assertion,
      ...more,
    })

  async function logIn(wanted: Assertion, scope?: string): Promise<Laboratory> {
    const { body } = await grant(await assertionOf(wanted), scope ? { scope } : {})
    return createLaboratory(house.shop, body.access_token)
  }

  const own = () => ({ clientId: 'own-laboratory', pair: pairs.own, kid: 'first' })
  const other = () => ({ clientId: 'other-laboratory', pair: pairs.other, kid: 'first' })
  const idle = () => ({ clientId: 'idle-laboratory', pair: pairs.idle, kid: 'first' })

  beforeAll(async () => {
    for (const [name, place] of [
      ['own', OWN],
      ['other', OTHER],
      ['idle', IDLE],
    ] as const) {
      const key = await jwkFile(pairs[name], 'first')
      const options = ['--laboratories', String(place), '--key', key, ...EVERYTHING]
      expect((await command('create', `${name}-laboratory`, `The ${name} one`, ...options))[0]).toBe(0)
    }
  })

  return { house, pairs, command, assertionOf, askForToken, grant, logIn, own, other, idle }
}
