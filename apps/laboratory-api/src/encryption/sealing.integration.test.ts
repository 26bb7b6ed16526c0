import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { observation, quantity, reportOn } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import type { Customer } from '../orders/testing/order-fixture.ts'
import { HAEMOGLOBIN, reportedResult } from '../results/testing/reported-result.ts'
import { rotateKeys } from './rotate-command.ts'
import { openSealing } from './sealing.ts'
import { sweepSealedValues } from './sweep.ts'
import { dataKeys, KEY_PURPOSES } from './tables.ts'
import { unreadableWords } from './unreadable.ts'

const house = laboratoryOfFile()
const NOTE = 'Slightly haemolysed, reported by telephone'
const CONCLUSION = 'Iron deficiency is likely'

const rowsOf = async <Row extends Record<string, unknown>>(statement: string) =>
  (await house.database.queries.execute<Row>(sql.raw(statement))).rows

/** Everything that a dump would contain of a table. */
const dumpOf = async (table: string) =>
  JSON.stringify(await rowsOf(`select to_jsonb(t) from laboratory.${table} t`))

async function reported(customer: Customer) {
  return reportedResult(
    house,
    customer,
    (request) => [
      observation(request, HAEMOGLOBIN, {
        valueQuantity: quantity(116.25, 'g/L'),
        note: [{ text: NOTE }],
      }),
    ],
    { conclusion: CONCLUSION },
  )
}

/** What the patient reads, without the fields that change after the first reading. */
async function read(customer: Customer, { id, analysisResultId }: { id: string; analysisResultId: string }) {
  const result = await customer.client.analysisResult(id, customer.patientId, analysisResultId)
  return { comment: result.comment, observations: result.observations }
}

/** The ids of the keys that values are sealed with. */
const sealedWith = async () =>
  (
    await rowsOf<{ key: string }>(
      `select distinct split_part(sealed_value, '.', 1) as key from laboratory.observation order by 1`,
    )
  ).map(({ key }) => key)
const keys = () =>
  rowsOf<{ id: string; purpose: string; retired: boolean; swept: boolean }>(
    `select id, purpose, retired_at is not null as retired, swept_at is not null as swept
     from laboratory.data_key order by purpose, retired`,
  )

const ageKeys = () =>
  rowsOf(`update laboratory.data_key set created_at = created_at - interval '1 hour', swept_at = null`)

// As in a shop that was just opened: all values are sealed with the current keys, which no sweep has concluded, and
// there are no others.
beforeEach(async () => {
  const { context } = house.shop.api
  await ageKeys()
  await sweepSealedValues(context)
  await house.database.queries.update(dataKeys).set({ createdAt: context.now(), sweptAt: null })
})

/** Puts the keys back at the end of a test that stores others, which this shop does not use. */
async function keepKeys(): Promise<void> {
  const { queries } = house.database
  const kept = await queries.select().from(dataKeys)
  onTestFinished(async () => {
    await queries.delete(dataKeys)
    await queries.insert(dataKeys).values(kept)
  })
}

async function rotate(): Promise<[number, string[]]> {
  const lines: string[] = []
  const code = await rotateKeys(house.shop.api.context, { args: [], print: (line) => lines.push(line) })
  return [code, lines]
}

test('values, comments and received reports are encrypted by field: a dump contains none of them', {
  tags: ['ASVS-11.3.2', 'ASVS-14.2.4'],
}, async () => {
  const customer = await house.shop.customer()
  const result = await read(customer, await reported(customer))
  expect(result).toMatchObject({
    comment: CONCLUSION,
    observations: [{ value: { value: 116.25 }, comment: NOTE, interpretation: 'low' }],
  })
  for (const table of ['observation', 'analysis_result', 'received_report']) {
    const dump = await dumpOf(table)
    expect(dump).not.toMatch(/116\.25|haemolysed|deficiency|"interpretation": ?"low"/)
  }
  expect(await rowsOf('select 1 from laboratory.observation where sealed_value is null')).toEqual([])
})

test('a value that was moved to another row or altered is shown as unreadable, and hides no other', async () => {
  const customer = await house.shop.customer()
  const mine = await reported(customer)
  const other = await reported(customer)
  const [value] = await rowsOf<{ sealed: string }>(
    `select sealed_value as sealed from laboratory.observation where analysis_result_id = '${other.analysisResultId}'`,
  )
  const put = (sealed: string) =>
    rowsOf(
      `update laboratory.observation set sealed_value = '${sealed}' where analysis_result_id = '${mine.analysisResultId}'`,
    )
  const [own] = await rowsOf<{ sealed: string }>(
    `select sealed_value as sealed from laboratory.observation where analysis_result_id = '${mine.analysisResultId}'`,
  )
  await put(value!.sealed)
  const isUnreadable = async () => {
    expect((await read(customer, mine)).observations).toMatchObject([
      { name: 'Haemoglobin', value: null, absentReason: 'The value cannot be read', interpretation: null },
    ])
    // Its history includes the unreadable value of the other result.
    expect((await read(customer, other)).observations).toMatchObject([{ value: { value: 116.25 } }])
  }
  await isUnreadable()
  await put(`${own!.sealed.slice(0, 20)}${own!.sealed[20] === 'A' ? 'B' : 'A'}${own!.sealed.slice(21)}`)
  await isUnreadable()
  await put(own!.sealed)
  const ofMine = `laboratory.analysis_result where id = '${mine.analysisResultId}'`
  const [comment] = await rowsOf<{ sealed: string }>(`select sealed_comment as sealed from ${ofMine}`)
  const putComment = (sealed: string) =>
    rowsOf(
      `update laboratory.analysis_result set sealed_comment = '${sealed}' where id = '${mine.analysisResultId}'`,
    )
  await putComment('nonsense')
  expect((await read(customer, mine)).comment).toBe(unreadableWords('en'))
  await putComment(comment!.sealed)
  expect((await read(customer, mine)).observations).toHaveLength(1)
})

test('clear text from the previous release is read as it is, and sealed by the next sweep', async () => {
  const customer = await house.shop.customer()
  const result = await reported(customer)
  const before = await read(customer, result)
  await rowsOf(`
    update laboratory.observation set sealed_value = null, number = 116.25, low = 120, high = 150,
      interpretation = 'low', comment = '${NOTE}' where analysis_result_id = '${result.analysisResultId}'`)
  await rowsOf(`
    update laboratory.analysis_result set sealed_comment = null, comment = '${CONCLUSION}'
    where id = '${result.analysisResultId}'`)
  await rowsOf(`
    update laboratory.received_report set sealed_content = null, content = '{"conclusion": "${CONCLUSION}"}'
    where analysis_result_id = '${result.analysisResultId}'`)
  expect(await read(customer, result)).toEqual(before)
  const swept = await sweepSealedValues(house.shop.api.context)
  expect(swept).toEqual({ sealed: 3, failed: 0 })
  expect(await read(customer, result)).toEqual(before)
  expect(await dumpOf('observation')).not.toContain('haemolysed')
  expect(await dumpOf('analysis_result')).not.toContain('deficiency')
  expect(await dumpOf('received_report')).not.toContain('deficiency')
})

test('new keys reseal every value while the shop runs, and the old ones are deleted when nothing needs them', {
  tags: ['ASVS-11.2.2'],
}, async () => {
  const { context } = house.shop.api
  const { queries } = house.database
  const customer = await house.shop.customer()
  const result = await reported(customer)
  const before = await read(customer, result)
  const [old] = await sealedWith()
  // Another process, which learns of the new key within a minute.
  const beside = await openSealing(house.database, {
    secrets: context.settings.encryptionKeys,
    now: context.now(),
  })
  const [code, lines] = await rotate()
  expect([code, lines]).toEqual([0, [expect.stringMatching(/^Sealed with new keys: [1-9]\d*\.$/)]])
  const renewed = await sealedWith()
  expect(renewed).toHaveLength(1)
  expect(renewed).not.toContain(old)
  expect(await read(customer, result)).toEqual(before)

  const [fresh] = await rowsOf<{ id: string; sealed: string }>(
    `select id, sealed_value as sealed from laboratory.observation where analysis_result_id = '${result.analysisResultId}'`,
  )
  const late = await beside.seal(queries, 'result', 'row', 'sealed in the meantime')
  expect(late.startsWith(`${old}.`)).toBe(true)
  expect(await context.sealing.unseal(queries, 'result', 'row', late)).toBe('sealed in the meantime')
  const straggler = await beside.seal(queries, 'result', fresh!.id, '{"number": 1}')
  expect(await beside.unseal(queries, 'result', fresh!.id, fresh!.sealed)).toContain('"number"')

  // Too early: a process may still be writing with the old key.
  await sweepSealedValues(context)
  expect((await keys()).filter(({ retired }) => retired)).toHaveLength(KEY_PURPOSES.length)
  await rowsOf(`update laboratory.observation set sealed_value = '${straggler}'
    where id = '${fresh!.id}'`)
  await ageKeys()
  expect(await sweepSealedValues(context)).toEqual({ sealed: 1, failed: 0 })
  expect(await keys()).toEqual(
    KEY_PURPOSES.toSorted().map((purpose) => expect.objectContaining({ purpose, swept: true })),
  )
  expect(await sealedWith()).toEqual(renewed)
})

test('a key that is retired during its own sweep is kept, and all values stay readable', async () => {
  const { context } = house.shop.api
  const { database } = context
  const customer = await house.shop.customer()
  const result = await reported(customer)
  const before = await read(customer, result)
  await ageKeys()
  let isRotated = false
  await sweepSealedValues({
    ...context,
    database: {
      ...database,
      async transaction(work) {
        const done = await database.transaction(work)
        if (!isRotated) await context.sealing.rotate(context.now())
        isRotated = true
        return done
      },
    },
  })
  const beside = await openSealing(house.database, {
    secrets: context.settings.encryptionKeys,
    now: context.now(),
  })
  const [{ id, sealed }] = (await rowsOf<{ id: string; sealed: string }>(
    `select id, sealed_value as sealed from laboratory.observation where analysis_result_id = '${result.analysisResultId}'`,
  )) as [{ id: string; sealed: string }]
  expect(await beside.unseal(house.database.queries, 'result', id, sealed)).toContain('"')
  expect(await read(customer, result)).toEqual(before)
})

test('a value that no key opens is counted and left as it is, and the keys are kept until it is repaired', async () => {
  const { context } = house.shop.api
  const customer = await house.shop.customer()
  const { analysisResultId } = await reported(customer)
  const [row] = await rowsOf<{ id: string; sealed: string }>(
    `select id, sealed_value as sealed from laboratory.observation where analysis_result_id = '${analysisResultId}'`,
  )
  const put = (sealed: string) =>
    rowsOf(`update laboratory.observation set sealed_value = '${sealed}' where id = '${row!.id}'`)
  await put(`AAAAAAAA.${row!.sealed.split('.')[1]}`)
  const [code, lines] = await rotate()
  expect([code, lines.at(-1)]).toEqual([1, 'Opened by no key, and left as they are: 1.'])
  await ageKeys()
  expect((await sweepSealedValues(context)).failed).toBe(1)
  expect((await keys()).some(({ purpose, retired }) => purpose === 'result' && retired)).toBe(true)
  const failure = house.shop.api.logLines.find(({ failed }) => failed === 1)
  expect(failure).toMatchObject({ table: 'observation', level: 50 })
  await put(row!.sealed)
  expect(await sweepSealedValues(context)).toEqual({ sealed: 1, failed: 0 })
})

test('a sweep covers more rows than it takes at a time', async () => {
  const customer = await house.shop.customer()
  const { analysisResultId } = await reported(customer)
  await rowsOf(`
    insert into laboratory.observation (id, analysis_result_id, owner_id, patient_id, position, measure, name, number, decimals,
      status, sampled_at, reported_at, superseded_at)
    select gen_random_uuid(), analysis_result_id, owner_id, patient_id, position, measure, name, n, 0, status, sampled_at,
      reported_at, reported_at
    from laboratory.observation, generate_series(1, 1234) n where analysis_result_id = '${analysisResultId}'`)
  expect(await sweepSealedValues(house.shop.api.context)).toEqual({ sealed: 1234, failed: 0 })
  expect(
    await rowsOf('select 1 from laboratory.observation where sealed_value is null or number is not null'),
  ).toEqual([])
})

test('with a new secret in front, the data keys are encrypted with it, and the old secret may be removed', async () => {
  const { context } = house.shop.api
  const [old] = context.settings.encryptionKeys as [string]
  const fresh = 'the key for the year after this one'
  const now = context.now()
  await keepKeys()
  const both = await openSealing(house.database, { secrets: [fresh, old], now })
  const sealed = await context.sealing.seal(
    house.database.queries,
    'result',
    'row',
    'sealed with the previous one',
  )
  await both.rotate(now)
  const alone = await openSealing(house.database, { secrets: [fresh], now })
  expect(await alone.unseal(house.database.queries, 'result', 'row', sealed)).toBe(
    'sealed with the previous one',
  )
  await expect(openSealing(house.database, { secrets: [old], now })).rejects.toMatchObject({
    name: 'SettingsError',
    message: expect.stringMatching(/^ENCRYPTION_KEYS: /),
  })
})

test('a process without the secret of the last rotation seals nothing with a key that is about to be deleted', async () => {
  const customer = await house.shop.customer()
  await reported(customer)
  const { context } = house.shop.api
  const { queries } = house.database
  const [old] = context.settings.encryptionKeys as [string]
  const fresh = 'a key that one process has not been given'
  const now = context.now()
  const both = await openSealing(house.database, { secrets: [fresh, old], now })
  await both.rotate(now)
  const fromOther = await both.seal(queries, 'result', 'row', 'text')
  await expect(context.sealing.unseal(queries, 'result', 'row', fromOther)).rejects.toThrow()
  await expect(context.sealing.seal(queries, 'result', 'row', 'text')).rejects.toMatchObject({
    name: 'SettingsError',
    message: expect.stringMatching(/^ENCRYPTION_KEYS: /),
  })
  // Its own sweep must not conclude that the retired keys are no longer needed.
  await rowsOf(`update laboratory.data_key set created_at = created_at - interval '1 hour'`)
  await sweepSealedValues(context).catch(() => {})
  const used = await sealedWith()
  expect((await keys()).map(({ id }) => id)).toEqual(expect.arrayContaining(used))
  expect((await keys()).some(({ purpose, retired }) => purpose === 'result' && retired)).toBe(true)
  // Once the former secret is in front again, it seals at once.
  await (await openSealing(house.database, { secrets: [old, fresh], now })).rotate(now)
  const own = await context.sealing.seal(queries, 'result', 'row', 'text')
  expect(await context.sealing.unseal(queries, 'result', 'row', own)).toBe('text')
})

test('two processes that open a new database concurrently share its keys', async () => {
  await keepKeys()
  await rowsOf('truncate laboratory.data_key')
  const secrets = house.shop.api.context.settings.encryptionKeys
  const open = () => openSealing(house.database, { secrets, now: new Date() })
  const [one, other] = await Promise.all([open(), open()])
  expect(await keys()).toHaveLength(KEY_PURPOSES.length)
  const sealed = await one.seal(house.database.queries, 'result', 'row', 'text')
  expect(await other.unseal(house.database.queries, 'result', 'row', sealed)).toBe('text')
  await expect(other.unseal(house.database.queries, 'secondFactor', 'row', sealed)).rejects.toThrow()
})

test('the sweep knows every column that is named as sealed', async () => {
  const stored = await rowsOf<{ column: string }>(
    `select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'laboratory' and column_name like 'sealed%' order by 1`,
  )
  const known = house.shop.api.context.sealing.fields().map(({ table, column }) => `${table}.${column}`)
  expect(known.toSorted()).toEqual(stored.map(({ column }) => column))
})

test('a repeated report is recognised by a digest that needs the key, so that a database dump confirms no guess', {
  tags: ['ASVS-11.2.2'],
}, async () => {
  const customer = await house.shop.customer()
  const { request } = await reported(customer)
  const digests = async () =>
    (await rowsOf<{ content_hash: string }>('select content_hash from laboratory.received_report')).map(
      (row) => row.content_hash,
    )
  const before = await digests()
  expect(before.length).toBeGreaterThan(0)
  for (const digest of before) expect(digest).toMatch(/^hs256\.[\w-]{8}\.[\w-]{43}$/)
  const wrong = () =>
    house.laboratory.report(...reportOn(request, [], { result: [{ reference: 'urn:uuid:none' }] }))
  expect([(await wrong()).status, (await wrong()).status]).toEqual([422, 422])
  const refused = await rowsOf<{ content_hash: string; times: number }>(
    'select content_hash, times from laboratory.refused_report',
  )
  expect(refused).toEqual([{ content_hash: expect.stringMatching(/^hs256\./), times: 2 }])
})

test('content is recognised after a new secret is put in front, and where an earlier release stored its hash', {
  tags: ['ASVS-11.2.2'],
}, async () => {
  const { database, shop } = house
  const now = shop.clock.now
  const [old = ''] = shop.api.context.settings.encryptionKeys
  const next = 'another secret of at least thirty-two characters'
  const sealing = await openSealing(database, { secrets: [next, old], now })
  const [written] = shop.api.context.sealing.digests('receivedReport', 'the hash of a report')
  const known = sealing.digests('receivedReport', 'the hash of a report')
  expect(known).toContain(written)
  expect(known).toContain('the hash of a report')
  expect(known[0]).not.toBe(written)
  expect(sealing.digests('refusedReport', 'the hash of a report')).not.toContain(written)
})
