import { LISTED } from '@shop/contract/desk'
import type { StaffGrant } from '@shop/domain/staff'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { observation, type Resource } from '../fhir/testing/laboratory.ts'
import { laboratoryOfFile } from '../fhir/testing/laboratory-of-file.ts'
import { BRANCH_ID } from '../orders/testing/order-fixture.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { HAEMOGLOBIN, reportedResult } from './testing/reported-result.ts'

const house = laboratoryOfFile({ resultRelease: 'critical' })

const critical = (request: Resource) => [
  observation(request, HAEMOGLOBIN, { interpretation: [{ coding: [{ code: 'LL' }] }] }),
]
/** What staff with these roles are told on every page. */
async function waitingFor(...grants: StaffGrant[]) {
  const { client } = await createStaff(house.shop.api, ...grants)
  return (await client.currentStaff()).waiting
}
const doctorsAt = (...laboratoryIds: number[]): StaffGrant => ({ role: 'laboratory', laboratoryIds })

test('staff are told how many critical values and held results wait at their laboratories, as their lists show', async () => {
  const before = (await waitingFor(doctorsAt(BRANCH_ID)))!
  const customer = await house.shop.customer()
  const { analysisResultId: first } = await reportedResult(house, customer, critical)
  const { analysisResultId: second } = await reportedResult(house, customer, critical)
  await reportedResult(house, customer)
  const more = (criticalValues: number, heldResults: number) => ({
    criticalValues: before.criticalValues + criticalValues,
    heldResults: before.heldResults + heldResults,
  })
  expect(await waitingFor(doctorsAt(BRANCH_ID))).toEqual(more(2, 2))
  expect(await waitingFor(everywhere('laboratory'))).toEqual(more(2, 2))
  expect(await waitingFor(everywhere('finance'), doctorsAt(2, BRANCH_ID))).toEqual(more(2, 2))
  expect(await waitingFor(doctorsAt(2))).toEqual({ criticalValues: 0, heldResults: 0 })
  expect(await waitingFor(everywhere('finance'), everywhere('administrator'))).toBeUndefined()

  const { client } = await createStaff(house.shop.api, doctorsAt(BRANCH_ID))
  const call = { outcome: 'reached', called: 'Dr Maria Lis', saidBack: 'Haemoglobin 116 g/L' } as const
  await client.noteCriticalCall(first, { ...call, version: (await client.criticalValue(first)).version })
  expect(await waitingFor(doctorsAt(BRANCH_ID))).toEqual(more(1, 2))
  await client.releaseResult(second, { version: (await client.heldResult(second)).version })
  expect(await waitingFor(doctorsAt(BRANCH_ID))).toEqual(more(1, 1))
  expect(await client.criticalValues({})).toHaveLength(more(1, 1).criticalValues)
  expect((await client.heldResults()).results).toHaveLength(more(1, 1).heldResults)
})

test('they are counted up to one more than a list shows, by one statement, which others do not cost', async () => {
  const { analysisResultId: id } = await reportedResult(house, await house.shop.customer(), critical)
  const change = (statement: ReturnType<typeof sql>) =>
    house.database.transaction(async (queries) => {
      // The copies are of no order.
      await queries.execute(sql`set local session_replication_role = replica`)
      await queries.execute(statement)
    })
  onTestFinished(() => change(sql`delete from laboratory.analysis_result where specimen_identifier = 'copy'`))
  await change(sql`insert into laboratory.analysis_result
    select (jsonb_populate_record(result, jsonb_build_object(
      'id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'specimen_identifier', 'copy'))).*
    from laboratory.analysis_result result, generate_series(1, ${LISTED + 100}::int) where id = ${id}`)
  const counting = async (...grants: StaffGrant[]) => {
    const { client } = await createStaff(house.shop.api, ...grants)
    const statements = await house.database.statementsOf(() => client.currentStaff())
    return statements.filter((text) => text.includes('analysis_result')).length
  }
  expect(await waitingFor(everywhere('laboratory'))).toEqual({
    criticalValues: LISTED + 1,
    heldResults: LISTED + 1,
  })
  expect(await counting(everywhere('laboratory'))).toBe(1)
  expect(await counting(everywhere('finance'))).toBe(0)
})
