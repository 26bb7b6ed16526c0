import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { ALL_PERMISSIONS, scopesOf } from '../clients/scopes.ts'
import { jwkFile, newPair, runCommand } from '../clients/testing/client-keys.ts'
import { type TestPartner, twoPartners } from '../testing/two-partners.ts'

// One laboratory works for two partners, with one id and one key: what it shows to one must not open the other.
const CLIENT = 'laboratory-of-both'
const pair = newPair()
const house = twoPartners()

beforeAll(async () => {
  const key = await jwkFile(pair, 'first')
  for (const { database } of [house.one, house.other]) {
    const scopes = scopesOf(ALL_PERMISSIONS).join(' ')
    const made = ['create', CLIENT, 'A laboratory', '--laboratories', '1', '--key', key, '--scopes', scopes]
    expect((await runCommand(database, ...made))[0]).toBe(0)
  }
})

const assertionFor = ({ root, shop }: TestPartner) =>
  new SignJWT({
    iss: CLIENT,
    sub: CLIENT,
    aud: `${root}/oauth/token`,
    jti: randomUUID(),
    exp: shop.clock.now.getTime() / 1_000 + 240,
  })
    .setProtectedHeader({ alg: 'ES384', kid: 'first', typ: 'JWT' })
    .sign(pair.privateKey)

async function grant({ root }: TestPartner, assertion: string) {
  const answer = await house.ask(`${root}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }).toString(),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

test('an assertion made for one partner is refused by the other, and stays valid for the first', {
  tags: ['ASVS-9.2.3', 'ASVS-10.3.1'],
}, async () => {
  const assertion = await assertionFor(house.one)
  const elsewhere = await grant(house.other, assertion)
  expect(elsewhere).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  expect((await grant(house.one, assertion)).status).toBe(200)
  // The first does not accept it a second time either.
  expect((await grant(house.one, assertion)).status).toBe(401)
})

test('a token of one partner gives no access to the other, although the laboratory works for both', {
  tags: ['ASVS-9.2.3', 'ASVS-10.3.1'],
}, async () => {
  const { body } = await grant(house.one, await assertionFor(house.one))
  const search = ({ root }: TestPartner, headers: Record<string, string> = {}) =>
    house.ask(`${root}/fhir/R4/ServiceRequest`, { token: body.access_token, headers })
  expect((await search(house.one)).status).toBe(200)
  expect((await search(house.other)).status).toBe(401)
  // Proxy headers that name a host do not move a request to another partner.
  const { host } = new URL(house.one.root)
  for (const name of ['X-Forwarded-Host', 'X-Host', 'X-Original-Host', 'X-Forwarded-Server']) {
    expect((await search(house.other, { [name]: host })).status, name).toBe(401)
  }
  expect((await search(house.other, { Forwarded: `host=${host}` })).status).toBe(401)
})
