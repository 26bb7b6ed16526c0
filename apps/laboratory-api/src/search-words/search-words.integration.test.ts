import { join } from 'node:path'
import type { SynonymKind } from '@shop/contract/search-words'
import { PATIENTLY } from '@shop/database/testing/patience'
import { ownServerProof } from '@shop/server/own-server'
import { projectFiles } from '@shop/server/project-files'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCatalogueStore } from '../catalogue/catalogue-store.ts'
import { importCatalogue } from '../catalogue/import/import-catalogue.ts'
import { UNANSWERED_QUERY_DAYS, UNANSWERED_SIGN_DAYS } from '../retention.ts'
import { createStaff, everywhere } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import { deleteOldUnanswered, PEOPLE_AT_LEAST } from './count-unanswered.ts'
import { unansweredQueries, unansweredQuerySigns } from './tables.ts'

const house = apiOfFile()
const desk = async () => (await createStaff(house.api, everywhere('catalogue'))).client
const rows = () => house.database.queries.select().from(unansweredQueries)
const rowsOf = async (query: string) => (await rows()).filter((row) => row.query === query)
const signs = () => house.database.queries.select().from(unansweredQuerySigns)

/** Reports a search without results from the network with this number. */
async function tell(searchNameTerm: string, network: number, locale = 'ru') {
  const { status } = await house.api.request('POST', '/unanswered-queries', {
    body: { searchNameTerm },
    headers: {
      'Accept-Language': locale,
      'X-Client-Address': `203.0.113.${network}`,
      'X-Client-Address-Secret': ownServerProof(house.api.context.settings.clientAddressSecret),
    },
  })
  expect(status).toBe(204)
}

async function reportByPeople(searchNameTerm: string, people: number, locale = 'ru') {
  for (let network = 1; network <= people; network++) await tell(searchNameTerm, network, locale)
}

const find = async (term: string) =>
  (await house.api.client().searchReasons({ searchNameTerm: term })).reason?.slug ?? null

test('a query of two people is stored nowhere as text; with the third it is counted, without who searched', async () => {
  const before = { rows: await rows(), signs: await signs() }
  await reportByPeople('Зюзюбра  ПЛЮМБУС', PEOPLE_AT_LEAST - 1)
  await tell('зюзюбра плюмбус', 1)
  expect(await rows()).toEqual(before.rows)
  expect(await signs()).toHaveLength(before.signs.length + PEOPLE_AT_LEAST - 1)
  await tell('зюзюбра плюмбус', PEOPLE_AT_LEAST)
  await tell('зюзюбра плюмбус', PEOPLE_AT_LEAST)
  const counted = { day: '2026-03-02', locale: 'ru', query: 'зюзюбра плюмбус' }
  expect(await rows()).toHaveLength(before.rows.length + 1)
  expect(await rowsOf(counted.query)).toEqual([{ ...counted, people: PEOPLE_AT_LEAST }])
  house.clock.pass(DAY)
  await tell('зюзюбра плюмбус', PEOPLE_AT_LEAST + 1)
  expect(await rows()).toContainEqual({ ...counted, day: '2026-03-03', people: 1 })
  const client = await desk()
  const listed = await client.unansweredQueries()
  expect(listed.filter(({ query }) => query === counted.query)).toEqual([
    {
      locale: 'ru',
      query: 'зюзюбра плюмбус',
      people: PEOPLE_AT_LEAST + 1,
      firstDay: '2026-03-02',
      lastDay: '2026-03-03',
      isAnswered: false,
    },
  ])
  const stored = JSON.stringify([await rows(), await signs()])
  expect(stored).not.toContain('203.0.113')
})

test('people who search at the same moment are counted once each', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((network) => tell('крякозюбра', network)))
  expect(await rowsOf('крякозюбра')).toMatchObject([{ people: 5 }])
})

test('queries that find something, contain a name or are too short are not counted, and get the same reply', async () => {
  const before = await signs()
  const typed = [
    'витамин д',
    'перед операцией',
    'Ковалёва Анна',
    '+375 29 123-45-67',
    'я',
    'слово '.repeat(30),
  ]
  for (const term of typed) await reportByPeople(term, PEOPLE_AT_LEAST)
  expect(await signs()).toEqual(before)
})

test('at most sixty queries an hour from one network are counted', async () => {
  const before = (await signs()).length
  const letters = [...'бгджзклмнпр']
  const words = letters.flatMap((one) => letters.map((two) => `крякозюбра ${one}ъ${two}ъ`)).slice(0, 65)
  for (const word of words) await tell(word, 77)
  expect((await signs()).length - before).toBe(60)
})

test('signs are deleted after two weeks and queries after ninety days', async () => {
  // Another test's are of the next day.
  await house.database.queries.delete(unansweredQuerySigns)
  await reportByPeople('бармаглотина', PEOPLE_AT_LEAST)
  const after = async (days: number) => {
    const at = new Date(house.clock.now.getTime() + days * DAY)
    await deleteOldUnanswered(house.database.queries, at)
    return [(await signs()).length > 0, (await rowsOf('бармаглотина')).length > 0]
  }
  expect(await after(UNANSWERED_SIGN_DAYS)).toEqual([true, true])
  expect(await after(UNANSWERED_SIGN_DAYS + 1)).toEqual([false, true])
  expect(await after(UNANSWERED_QUERY_DAYS)).toEqual([false, true])
  expect(await after(UNANSWERED_QUERY_DAYS + 1)).toEqual([false, false])
})

test('words for a test, a profile and a reason work immediately, also in another process, and survive an import', {
  tags: ['slow'],
}, async () => {
  const client = await desk()
  const { database, api } = house
  const other = await createCatalogueStore({
    database,
    logger: api.context.logger,
    clock: { now: () => house.clock.now, zone: 'Europe/Minsk' },
  })
  await other.start()
  const guest = api.client()
  const answers: Record<SynonymKind, (words: string) => Promise<number | undefined>> = {
    analysis: async (words) => (await guest.searchAnalyses({ searchNameTerm: words }))[0]?.id,
    profile: async (words) => (await guest.searchReasons({ searchNameTerm: words })).profileIds[0],
    reason: async (words) => (await guest.searchReasons({ searchNameTerm: words })).reason?.id,
  }
  const cases = [
    { kind: 'analysis', name: 'ferritin', words: 'Хрюмблезюбра первая' },
    { kind: 'profile', name: 'thyroid', words: 'Дрыгоножка вторая' },
    { kind: 'reason', name: 'before surgery', words: 'Кузявка третья' },
  ] as const
  const added: Awaited<ReturnType<typeof client.addSynonym>>[] = []
  for (const { kind, name, words } of cases) {
    const target = (await client.synonymTargets({ searchNameTerm: name })).find((one) => one.kind === kind)!
    await reportByPeople(words, PEOPLE_AT_LEAST)
    const synonym = await client.addSynonym({ words, locale: 'ru', ...target })
    expect(synonym).toMatchObject({ ...target, words: words.toLowerCase(), isFound: true })
    expect(await answers[kind](words), kind).toBe(target.targetId)
    added.push(synonym)
  }
  expect(await client.addedSynonyms()).toEqual(added.toReversed())
  const answered = (await client.unansweredQueries()).filter(({ isAnswered }) => isAnswered)
  expect(answered.map(({ query }) => query).sort()).toEqual(added.map(({ words }) => words).sort())
  const taken = () => other.current().addedSynonyms.map(({ id }) => id)
  await vi.waitFor(() => expect(taken()).toEqual(added.map(({ id }) => id)), PATIENTLY)
  // One removed and another added: as many words as before.
  const last = added.pop()!
  await client.removeSynonym(last.id)
  added.push(await client.addSynonym(last))
  await vi.waitFor(() => expect(taken()).toEqual(added.map(({ id }) => id)), PATIENTLY)
  await other.stop()
  const { isChanged } = await importCatalogue({ database, folder: join(projectFiles, 'catalogue') })
  expect(isChanged).toBe(false)

  for (const { id, kind, words, targetId } of added) {
    await client.removeSynonym(id)
    expect(await answers[kind](words), kind).not.toBe(targetId)
  }
  await expect(client.removeSynonym(added[0]!.id)).rejects.toMatchObject({ status: 404 })
})

test('only roles of the whole network can change the words, which apply to the whole network', {
  tags: ['slow'],
}, async () => {
  const branch = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [1] })
  const [target] = await branch.client.synonymTargets({ searchNameTerm: 'ferritin' })
  const words = { words: 'слова одного отделения', locale: 'ru', ...target! } as const
  const refused = { status: 403, code: 'forbidden' }
  await expect(branch.client.addSynonym(words)).rejects.toMatchObject(refused)
  const administrator = await createStaff(house.api, everywhere('administrator'))
  const { id } = await administrator.client.addSynonym(words)
  await expect(branch.client.removeSynonym(id)).rejects.toMatchObject(refused)
  expect((await branch.client.addedSynonyms()).map((one) => one.id)).toContain(id)
  // A second role for the whole network does not extend the first one.
  const two = await createStaff(
    house.api,
    { role: 'catalogue', laboratoryIds: [1] },
    { role: 'reception', laboratoryIds: null },
  )
  await expect(two.client.removeSynonym(id)).rejects.toMatchObject(refused)
  await (await desk()).removeSynonym(id)
})

test('the same words added twice concurrently exist once', { tags: ['slow'] }, async () => {
  const client = await desk()
  const [target] = await client.synonymTargets({ searchNameTerm: 'ferritin' })
  const add = () => client.addSynonym({ words: 'двойняшка слов', locale: 'ru', ...target! })
  const [one, two] = await Promise.all([add(), add()])
  onTestFinished(() => client.removeSynonym(one!.id))
  expect(one!.id).toBe(two!.id)
})

test('words of everyday talk are reported to find nothing; unknown targets and invalid words are refused', {
  tags: ['slow'],
}, async () => {
  const client = await desk()
  const [target] = await client.synonymTargets({ searchNameTerm: 'before surgery' })
  expect(target?.kind).toBe('reason')
  const everyday = await client.addSynonym({ words: 'хочу сдать', locale: 'ru', ...target! })
  onTestFinished(() => client.removeSynonym(everyday.id))
  expect(everyday).toMatchObject({ isFound: false })
  const nothing = client.addSynonym({ words: 'слова', locale: 'ru', kind: 'analysis', targetId: 999_999 })
  await expect(nothing).rejects.toMatchObject({ status: 422, errors: [{ path: 'targetId' }] })
  for (const words of ['', 'ab', '12 34 56', 'x'.repeat(61), 'a\u0000bc']) {
    const wrong = client.addSynonym({ words, locale: 'ru', ...target! })
    await expect(wrong, words).rejects.toMatchObject({ status: 422, code: 'invalid_fields' })
  }
  expect(await find('перед операцией')).not.toBeNull()
})

test('the audit shows who added words and who removed them', { tags: ['slow'] }, async () => {
  const { client, staffId } = await createStaff(house.api, everywhere('catalogue'))
  const [target] = await client.synonymTargets({ searchNameTerm: 'ferritin' })
  const { id } = await client.addSynonym({ words: 'слова проверки', locale: 'ru', ...target! })
  await client.removeSynonym(id)
  const { rows: entries } = await house.database.queries.execute(
    sql`select action from laboratory.audit_entry where staff_id = ${staffId} and object_id = ${String(id)} order by id`,
  )
  expect(entries.map(({ action }) => action)).toEqual(['create', 'delete'])
})
