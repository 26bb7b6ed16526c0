import { LISTED } from '@shop/contract/desk'
import { ApiProblem } from '@shop/contract/main-api-client'
import { PATIENTLY } from '@shop/database/testing/patience'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile } from '../testing/api-of-file.ts'

const shop = apiOfFile()

test('failed and refused jobs are shown without personal data, and run again once', {
  tags: ['slow'],
}, async () => {
  const { client } = await createStaff(shop.api, everywhere('administrator'))
  await shop.api.registerUser()
  const [failed, refused] = [crypto.randomUUID(), crypto.randomUUID()]
  await shop.database.queries.execute(sql`
    insert into jobs.job (id, name, data, state, output, retry_limit, retry_count, completed_on)
    values (${failed}, 'sweep-staff', '{}', 'failed', '{"error": "TypeError"}', 2, 2, now()),
      (${refused}, 'mail', '{"template": "support-copy", "supportMessageId": "0199d0f2-6c1e-7a55-9c4b-5b1f6a7c2d10"}',
        'completed', '{"refused": "EENVELOPE 550 RCPT TO"}', 100, 0, now())`)
  const room = await client.machineRoom()
  expect(room.parts).toContainEqual({ part: 'database', isWell: true })
  expect(room.versions).toMatchObject({
    release: expect.stringMatching(/^\d+\.\d+\.\d+/),
    migration: expect.stringMatching(/^\d{4}_/),
    dueMigrations: [],
  })
  const shown = room.jobs.map(({ id, template, reason, isRefused, tries }) => ({
    id,
    template,
    reason,
    isRefused,
    tries,
  }))
  expect(shown).toEqual(
    expect.arrayContaining([
      { id: failed, template: null, reason: 'TypeError', isRefused: false, tries: 3 },
      { id: refused, template: 'support-copy', reason: 'EENVELOPE 550 RCPT TO', isRefused: true, tries: 1 },
    ]),
  )
  expect(JSON.stringify(room)).not.toMatch(/@|0199d0f2/)
  // Of two concurrent requests one is too late.
  const once = async (queue: string, id: string) => {
    const tries = await Promise.allSettled([client.repeatJob(queue, id), client.repeatJob(queue, id)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const { reason } = tries.find((one) => one.status === 'rejected') as PromiseRejectedResult
    expect((reason as ApiProblem).code).toBe('not_found')
  }
  await once('mail', refused)
  await once('sweep-staff', failed)
  await vi.waitFor(async () => {
    const { rows } = await shop.database.queries.execute<{ state: string }>(
      sql`select state from jobs.job where id = ${failed}`,
    )
    expect(rows).toEqual([{ state: 'completed' }])
  }, PATIENTLY)
  expect((await client.machineRoom()).jobs.map(({ id }) => id)).not.toContain(refused)
  await expect(client.repeatJob('no such queue', failed)).rejects.toThrow(ApiProblem)
})

test('many refused mails do not hide a job that failed before them', { tags: ['slow'] }, async () => {
  const { client } = await createStaff(shop.api, everywhere('administrator'))
  const failed = crypto.randomUUID()
  await shop.database.queries.execute(sql`
    insert into jobs.job (id, name, data, state, output, retry_limit, retry_count, completed_on)
    values (${failed}, 'sweep-staff', '{}', 'failed', '{"error": "TypeError"}', 2, 2, now() - interval '1 hour')`)
  await shop.database.queries.execute(sql`
    insert into jobs.job (id, name, data, state, output, retry_limit, retry_count, completed_on)
    select gen_random_uuid(), 'mail', '{"template": "support-copy"}', 'completed', '{"refused": "EENVELOPE"}', 100, 0, now()
    from generate_series(1, ${LISTED}::int + 1)`)
  const { jobs } = await client.machineRoom()
  expect(jobs.map(({ id }) => id)).toContain(failed)
  expect(jobs.filter(({ template }) => template !== null)).toHaveLength(LISTED)
})
