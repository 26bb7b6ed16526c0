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
const staff = (role: Parameters<typeof everywhere>[0]) => createStaff(house.shop.api, everywhere(role))

/** A paid order with a note of the reception. */
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

test('notes and reasons of the desk are read by every way and stand in no row in the clear', {
  tags: ['ASVS-14.2.4'],
}, async () => {
  const { customer, client, id, read } = await noted()
  const support = await staff('support')
  await support.client.openOrderTests(id, { reason: 'Asks whether the HIV test is paid.' })
  expect(await read()).toBe(WORDS)
  const exported = JSON.stringify(await (await customer.client.exportAccount()).json())
  expect(exported).toContain(WORDS)
  expect(exported).toContain('HIV test')
  expect(exported).not.toContain('sealed')
  const { history, visit } = await client.deskOrder(id)
  expect(history.find(({ kind }) => kind === 'testsOpened')?.text).toContain('HIV test')
  const { visits } = await client.deskVisits({ date: visit.start.slice(0, 10) })
  expect(visits.find(({ orderId }) => orderId === id)).toMatchObject({ hasNote: true })
  expect(await dumpOf('desk_event')).not.toMatch(/Fainted|warfarin|HIV/)
  // What is said twice is told apart.
  await client.addOrderNote(id, { text: WORDS })
  await client.addOrderNote(id, { text: `${WORDS}!` })
  expect((await client.deskOrder(id)).history.filter(({ kind }) => kind === 'note')).toHaveLength(2)
})

test('a note that was put beside another order is said to be unreadable, and new keys seal all of them anew', async () => {
  const [mine, other] = [await noted(), await noted('Comes later.')]
  const own = await stored(NOTE, mine.noteId)
  await putSealed(NOTE, mine.noteId, (await stored(NOTE, other.noteId)).sealed)
  expect(await mine.read()).toBe(unreadableWords('en'))
  // Also one that is no sealed value at all keeps no other from its new key.
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

test('a note of the release before is read as it is, and sealed once that has had a day to go', async () => {
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

test('an erasure takes the sealed words along, also that of the release before, which knows nothing of them', async () => {
  const [erased, beside] = [await noted(), await noted()]
  await erased.customer.client.eraseAccount({ password: erased.customer.password })
  await rowsOf(`update laboratory.desk_event set text = null where order_id = '${beside.id}'`)
  for (const { noteId, read } of [erased, beside]) {
    expect(await stored(NOTE, noteId)).toEqual({ clear: null, sealed: null })
    expect(await read()).toBeNull()
  }
})

test('what is not sealed yet is found by an index that has nothing else in it', async () => {
  const plan = await house.database.transaction(async (queries) => {
    await queries.execute('set local enable_seqscan = off')
    const { rows } = await queries.execute(
      `explain select 1 from laboratory.desk_event where ("sealed_text" is null and "text" <> '') limit 1`,
    )
    return JSON.stringify(rows)
  })
  expect(plan).toContain('desk_event_clear')
})
