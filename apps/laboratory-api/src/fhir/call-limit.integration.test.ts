import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { issueClientToken } from '../clients/client-queries.ts'
import { ALL_PERMISSIONS, scopesOf } from '../clients/scopes.ts'
import { jwkFile, newPair, runCommand } from '../clients/testing/client-keys.ts'
import { ATTEMPT_LIMITS } from '../limits.ts'
import { HAEMOGLOBIN } from '../results/testing/reported-result.ts'
import { createLaboratory, type Laboratory, observation, paidOrder, reportOn } from './testing/laboratory.ts'
import { laboratoryOfFile } from './testing/laboratory-of-file.ts'

const house = laboratoryOfFile()
const CLIENT = 'busy-laboratory'

/** Logs the client in, with a new token each time. */
async function logIn(clientId: string): Promise<Laboratory> {
  const token = await issueClientToken(house.database.queries, {
    clientId,
    kid: 'first',
    permissions: ALL_PERMISSIONS,
    now: house.shop.clock.now,
  })
  return createLaboratory(house.shop, token)
}

test('a client that calls without pause is throttled, sees how long to wait, and does not hinder another', {
  tags: ['ASVS-2.4.1'],
}, async () => {
  for (const clientId of [CLIENT, 'its-neighbour']) {
    const options = ['--laboratories', 'all', '--key', await jwkFile(newPair(), 'first')]
    const scopes = ['--scopes', scopesOf(ALL_PERMISSIONS).join(' ')]
    expect((await runCommand(house.database, 'create', clientId, clientId, ...options, ...scopes))[0]).toBe(0)
  }
  const { requests } = await paidOrder(house.shop, house.laboratory, await house.shop.customer())
  const [request] = requests
  const report = reportOn(request, [observation(request, HAEMOGLOBIN)])
  const client = await logIn(CLIENT)
  expect((await client.call('GET', '/ServiceRequest')).status).toBe(200)
  const { points, seconds } = ATTEMPT_LIMITS.fhirCallPerClient
  const key = `fhirCallPerClient:${createHash('sha256').update(CLIENT).digest('base64url')}`
  const { rows } = await house.database.queries.execute(
    sql`update laboratory.attempt set points = ${points - 1} where key = ${key} returning key`,
  )
  expect(rows).toHaveLength(1)
  expect((await client.call('GET', '/ServiceRequest')).status).toBe(200)

  for (const refused of [
    await client.call('GET', '/ServiceRequest'),
    await client.report(...report),
    // A new token does not get around the limit.
    await (await logIn(CLIENT)).call('GET', `/ServiceRequest/${request.id}`),
  ]) {
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Content-Type')).toContain('application/fhir+json')
    expect(refused.body).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'error', code: 'throttled' }],
    })
    const wait = Number(refused.headers.get('Retry-After'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(seconds)
  }
  expect((await (await logIn('its-neighbour')).call('GET', '/ServiceRequest')).status).toBe(200)
  expect((await client.call('GET', '/metadata')).status).toBe(200)
  // After the wait the refused report is sent again; nothing of it had been kept.
  await house.database.queries.execute(sql`delete from laboratory.attempt where key = ${key}`)
  expect((await house.database.queries.execute(sql`select 1 from laboratory.refused_report`)).rows).toEqual(
    [],
  )
  expect((await client.report(...report)).status).toBe(200)
})
