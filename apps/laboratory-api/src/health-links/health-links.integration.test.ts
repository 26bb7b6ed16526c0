import { eq } from 'drizzle-orm'
import { base64url, compactDecrypt } from 'jose'
import { expect, test } from 'vitest'
import type { Resource } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { findR4Faults } from '../fhir/testing/validate-resource.ts'
import { observations } from '../results/tables.ts'
import { reportedResult } from '../results/testing/reported-result.ts'

const house = laboratoryOfFile()

async function handedOver() {
  const customer = await house.shop.customer()
  const result = await reportedResult(house, customer)
  const of = [result.id, customer.patientId] as const
  const share = await customer.client.createShare(...of, { days: 7, kind: 'healthLink' })
  const encoded = share.healthLink!.slice('shlink:/'.length)
  const payload = JSON.parse(Buffer.from(encoded, 'base64url').toString())
  const path = new URL(payload.url).pathname.replace('/laboratory-api', '')
  const ask = async (passcode: string, more: object = {}) => {
    const answer = await house.shop.api.request('POST', path, {
      body: { recipient: 'A clinic', passcode, ...more },
    })
    return { status: answer.status, body: (await answer.json()) as Resource, headers: answer.headers }
  }
  const wrong = share.pin === '000000' ? '000001' : '000000'
  return { customer, share, payload, path, ask, wrong, of, result }
}

async function decrypted(jwe: string, key: string): Promise<Resource> {
  const { plaintext, protectedHeader } = await compactDecrypt(jwe, base64url.decode(key))
  expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256GCM', cty: 'application/fhir+json' })
  return JSON.parse(new TextDecoder().decode(plaintext))
}

test('any viewer opens the link with its passcode and gets a FHIR document of the report', {
  tags: ['slow'],
}, async () => {
  const { ask, share, payload, customer } = await handedOver()
  const { status, body, headers } = await ask(share.pin)
  expect({ status, cache: headers.get('Cache-Control') }).toEqual({ status: 200, cache: 'no-store' })
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(body.files).toEqual([
    {
      contentType: 'application/fhir+json',
      embedded: expect.any(String),
      lastUpdated: house.shop.clock.now.toISOString(),
      status: 'can-change',
      fhirVersion: '4.0.1',
    },
  ])
  const document = await decrypted(body.files[0].embedded, payload.key)
  expect(findR4Faults(document)).toEqual([])
  const resources: Resource[] = document.entry.map(({ resource }: Resource) => resource)
  for (const resource of resources) expect(findR4Faults(resource)).toEqual([])
  expect(resources.map(({ resourceType }) => resourceType)).toEqual([
    'Composition',
    'Patient',
    'Organization',
    'DiagnosticReport',
    'Observation',
  ])
  const [composition, patient, , report, value] = resources
  expect(patient).toMatchObject({ id: customer.patientId, birthDate: '1990-04-12' })
  expect(value).toMatchObject({ status: 'final', valueQuantity: { value: 116, code: 'g/L' } })
  // Everything that is referred to is in the document.
  const urls = new Set(document.entry.map(({ fullUrl }: Resource) => fullUrl))
  const named = [
    composition.subject,
    ...composition.author,
    ...composition.section[0].entry,
    ...report.result,
  ]
  for (const { reference } of named) expect(urls).toContain(reference)
})

test('a value that no key opens is marked as an error in the document; the laboratory that reads it back gets a fault', async () => {
  const { ask, share, payload, result } = await handedOver()
  const { queries } = house.shop.api.context.database
  const ofResult = eq(observations.analysisResultId, result.analysisResultId)
  const [row] = await queries
    .update(observations)
    .set({ sealedValue: 'nonsense' })
    .where(ofResult)
    .returning({ id: observations.id })
  const { body } = await ask(share.pin)
  const document = await decrypted(body.files[0].embedded, payload.key)
  expect(findR4Faults(document)).toEqual([])
  const value = document.entry.at(-1).resource
  expect(value).toMatchObject({
    resourceType: 'Observation',
    dataAbsentReason: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'error' }],
    },
  })
  expect(value).not.toHaveProperty('valueQuantity')
  const readBack = await house.laboratory.call('GET', `/Observation/${row!.id}`)
  expect(readBack).toMatchObject({ status: 500, body: { issue: [{ severity: 'fatal', code: 'exception' }] } })
  expect(JSON.stringify(readBack.body)).not.toContain('nonsense')
})

test('a viewer that accepts no long reply gets a location for ten minutes, of a file that only the key opens', {
  tags: ['ASVS-14.2.1'],
}, async () => {
  const { ask, share, payload } = await handedOver()
  const { body } = await ask(share.pin, { embeddedLengthMax: 100 })
  const [{ location, embedded }] = body.files
  expect(embedded).toBeUndefined()
  const path = new URL(location).pathname.replace('/laboratory-api', '')
  const file = await house.shop.api.request('GET', path)
  expect(file.headers.get('Content-Type')).toBe('application/jose')
  const sealed = await file.text()
  expect(location).not.toContain(payload.key)
  expect((await decrypted(sealed, payload.key)).type).toBe('document')
  await expect(
    decrypted(
      sealed,
      payload.key.replace(/^./, (first: string) => (first === 'A' ? 'B' : 'A')),
    ),
  ).rejects.toThrow()
  // Both secrets of the address, which proxies log, open no page on which the report is in clear text.
  const [token, , accessKey] = path.split('/').slice(-3) as [string, string, string]
  await expect(house.shop.api.client().sharedReport(token, accessKey)).rejects.toMatchObject({ status: 404 })
  house.shop.clock.pass(11)
  expect((await house.shop.api.request('GET', path)).status).toBe(404)
})

test('five wrong passcodes in the life of a link close it, even with a right one in between or all concurrently', async () => {
  const { ask, share, wrong, customer, of } = await handedOver()
  expect(await ask(wrong)).toMatchObject({ status: 401, body: { remainingAttempts: 4 } })
  expect((await ask(share.pin)).status).toBe(200)
  expect(await ask(wrong)).toMatchObject({ status: 401, body: { remainingAttempts: 3 } })
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask(wrong)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(3)
  expect((await ask(share.pin)).status).toBe(404)
  const [listed] = await customer.client.shares(...of)
  expect(listed).toMatchObject({ kind: 'healthLink', state: 'locked' })
  expect(listed!.views.map(({ pinWasRight }) => pinWasRight).filter(Boolean)).toHaveLength(1)
})

test("a health link opens no page, a page's link opens no manifest, and the stored rows open neither", async () => {
  const { share, payload, customer, of, ask } = await handedOver()
  const guest = house.shop.api.client()
  await expect(guest.openShare(share.token, { pin: share.pin })).rejects.toMatchObject({ status: 404 })
  const page = await customer.client.createShare(...of, { days: 1 })
  expect(page).toMatchObject({ kind: 'page', healthLink: null })
  const answer = await house.shop.api.request('POST', `/health-links/${page.token}/manifest`, {
    body: { recipient: 'A clinic', passcode: page.pin },
  })
  expect(answer.status).toBe(404)
  expect((await ask('')).status).toBe(401)
  const { rows } = await house.database.queries.execute('select * from laboratory.result_share')
  expect(JSON.stringify(rows)).not.toContain(payload.key)
})

test('a viewer in a browser may send a preflight request', async () => {
  const { path } = await handedOver()
  const answer = await house.shop.api.request('OPTIONS', path, {
    headers: {
      Origin: 'https://viewer.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect(answer.status).toBe(204)
  expect(answer.headers.get('Access-Control-Allow-Headers')).toBe('content-type')
})

test('a link ends when the patient revokes it or its time is over', async () => {
  const ended = await handedOver()
  await ended.customer.client.revokeShare(...ended.of, ended.share.id)
  expect((await ended.ask(ended.share.pin)).status).toBe(404)
  const late = await handedOver()
  house.shop.clock.pass(7 * 24 * 60)
  expect((await late.ask(late.share.pin)).status).toBe(404)
})
