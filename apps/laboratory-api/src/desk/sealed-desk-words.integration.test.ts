import { expect, test } from 'vitest'
import { sealedRows } from '../encryption/testing/sealed-rows.ts'
import { unreadableWords } from '../encryption/unreadable.ts'
import { paidOrder } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'

const house = laboratoryOfFile()
const { rowsOf, dumpOf, stored, putInTheClear, putSealed, keysOf, ageKeys, sweep, rotate } = sealedRows(
  () => house.shop.api,
)
const NOTE = { table: 'desk_event', column: 'text' }
const WORDS = 'Fainted last time, takes warfarin.'
/** Longer than what sealed text, which is random, can contain by chance. */
const REASON = 'Asks whether the hepatitis test is paid.'
const staff = (role: Parameters<typeof everywhere>[0]) => createStaff(house.shop.api, everywhere(role))

/** A paid order with a note from reception. */
async function noted(words = WORDS) {
  const customer = await house.shop.customer()
  const { id } = await paidOrder(house.shop, house.laboratory, customer)
  const { client } = await staff('reception')
  await client.addOrderNote(id, { text: words })
  const [row] = await rowsOf<{ id: string }>(
    `select id from laboratory.desk_event where order_id = '${id}' and kind = 'note'`,
  )
  const read = async () => (await client.deskOrder(id)).history.find(({ kind }) => kind === 'note')?.text
  return { customer, client, id, noteId: row!.id, read }
}

test('the desk’s notes and reasons are readable by every route and stored nowhere in clear text', {
  tags: ['ASVS-14.2.4'],
}, async () => {
  const { customer, client, id, read } = await noted()
  const support = await staff('support')
  await support.client.openOrderTests(id, { reason: REASON })
  expect(await read()).toBe(WORDS)
  const exported = JSON.stringify(await (await customer.client.exportAccount()).json())
  expect(exported).toContain(WORDS)
  expect(exported).toContain(REASON)
  expect(exported).not.toContain('sealed')
  const { history, visit } = await client.deskOrder(id)
  expect(history.find(({ kind }) => kind === 'testsOpened')?.text).toBe(REASON)
  const { visits } = await client.deskVisits({ date: visit.start.slice(0, 10) })
  expect(visits.find(({ orderId }) => orderId === id)).toMatchObject({ hasNote: true })
  expect(await dumpOf('desk_event')).not.toMatch(/Fainted|warfarin|hepatitis/)
  // The same text is one note, a different text is another.
  await client.addOrderNote(id, { text: WORDS })
  await client.addOrderNote(id, { text: `${WORDS}!` })
  expect((await client.deskOrder(id)).history.filter(({ kind }) => kind === 'note')).toHaveLength(2)
})

test('a sealed note copied to another order is shown as unreadable, and key rotation reseals all readable notes', {
  tags: ['slow'],
}, async () => {
  const [mine, other] = [await noted(), await noted('Comes later.')]
  const own = await stored(NOTE, mine.noteId)
  await putSealed(NOTE, mine.noteId, (await stored(NOTE, other.noteId)).sealed)
  expect(await mine.read()).toBe(unreadableWords('en'))
  // A value that is not sealed at all does not keep the others from their new key either.
  await putSealed(NOTE, mine.noteId, 'nonsense')
  expect(await mine.read()).toBe(unreadableWords('en'))
  expect(await rotate()).toBe(1)
  await putSealed(NOTE, mine.noteId, own.sealed)
  const before = await keysOf(NOTE)
  expect(await rotate()).toBe(0)
  const [renewed, ...others] = await keysOf(NOTE)
  expect(others).toEqual([])
  expect(before).not.toContain(renewed)
  expect([await mine.read(), await other.read()]).toEqual([WORDS, 'Comes later.'])
})

test('a note of the previous release is read as it is, and sealed once that release has had a day to stop', async () => {
  const { read, noteId } = await noted()
  await putInTheClear(NOTE, noteId, WORDS)
  expect(await read()).toBe(WORDS)
  await ageKeys('1 hour')
  expect(await sweep()).toEqual({ sealed: 0, failed: 0 })
  await ageKeys('1 day')
  expect(await sweep()).toEqual({ sealed: 1, failed: 0 })
  expect(await stored(NOTE, noteId)).toMatchObject({ clear: '', sealed: expect.any(String) })
  expect(await read()).toBe(WORDS)
})

test('an erasure also removes the sealed text, even one by the previous release, which does not know of it', async () => {
  const [erased, beside] = [await noted(), await noted()]
  await erased.customer.client.eraseAccount({ password: erased.customer.password })
  await rowsOf(`update laboratory.desk_event set text = null where order_id = '${beside.id}'`)
  for (const { noteId, read } of [erased, beside]) {
    expect(await stored(NOTE, noteId)).toEqual({ clear: null, sealed: null })
    expect(await read()).toBeNull()
  }
})

test('text that is not yet sealed is found by an index that holds nothing else', async () => {
  const plan = await house.database.transaction(async (queries) => {
    await queries.execute('set local enable_seqscan = off')
    const { rows } = await queries.execute(
      `explain select 1 from laboratory.desk_event where ("sealed_text" is null and "text" <> '') limit 1`,
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('desk_event_clear')
})
