import { STAFF_ROLES } from '@shop/domain/staff'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { reportedResult } from '../results/testing/reported-result.ts'
import { createStaff, everywhere } from './testing/staff-fixture.ts'

const house = laboratoryOfFile()

/** The parameters of each statement that locks or updates a row of the table during `work`. */
async function locksOf(table: string, work: () => Promise<unknown>): Promise<unknown[][]> {
  const found: unknown[][] = []
  await house.database.watch((text, parameters) => {
    const locks = text.endsWith('for update') && text.includes(`from "laboratory"."${table}"`)
    if (locks || text.startsWith(`update "laboratory"."${table}"`)) found.push(parameters)
  }, work)
  return found
}

test('the desk’s locks and updates also select by owner: the account, or a guest’s question itself', async () => {
  const { shop } = house
  const customer = await shop.customer()
  const { analysisResultId, order } = await reportedResult(house, customer)
  await house.database.queries.execute(sql`update laboratory.analysis_result set has_critical = true`)
  const words = { name: 'Anna Kowalska', message: 'Which day?' }
  await customer.client.sendSupportMessage({ ...words, email: customer.user.email })
  const guest = { ...words, email: 'guest@mail.example' }
  const { reference } = await shop.api.client().sendSupportMessage(guest)
  const request = await customer.client.askRight({ right: 'access', words: 'All of it.' })
  const { client } = await createStaff(shop.api, ...STAFF_ROLES.map(everywhere))
  const questions = await client.deskMessages()
  const guests = questions.find((question) => question.reference === reference)!.id
  const own = questions.find(({ id }) => id !== guests)!.id
  const owner = customer.user.id
  const call = { version: 1, outcome: 'reached', called: 'Dr Lis', saidBack: '61 g/L' } as const
  const mine = { version: 0, mine: true }
  for (const [table, whose, work] of [
    ['customer_order', owner, () => client.addOrderNote(order.id, { text: 'Takes off her boots.' })],
    ['analysis_result', owner, () => client.noteCriticalCall(analysisResultId, call)],
    ['support_message', owner, () => client.assignMessage(own, mine)],
    ['support_message', guests, () => client.assignMessage(guests, mine)],
    ['rights_request', owner, () => client.assignRight(request.id, mine)],
  ] as const) {
    const locks = await locksOf(table, work)
    expect(locks.length, table).toBeGreaterThan(0)
    for (const values of locks) expect(values, table).toContain(whose)
  }
})
