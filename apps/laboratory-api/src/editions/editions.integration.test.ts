import { join } from 'node:path'
import type { EditionPreview } from '@shop/contract/editions'
import { projectFiles } from '@shop/server/project-files'
import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../audit/tables.ts'
import { nextPublication } from '../catalogue/import/edition-store.ts'
import { importCatalogue } from '../catalogue/import/import-catalogue.ts'
import { readCatalogueFiles } from '../catalogue/import/read-catalogue-files.ts'
import { lockCatalogue } from '../catalogue/import/store-catalogue.ts'
import { everyText, inLanguage } from '../catalogue/localised.ts'
import { catalogueEditions } from '../catalogue/tables.ts'
import {
  analysisEntry,
  catalogueFolder,
  regionEntry,
  smallCatalogue,
} from '../catalogue/testing/catalogue-files.ts'
import { createStaff, everywhere, type TestStaff } from '../staff/testing/staff-fixture.ts'
import { apiOfFile, DAY } from '../testing/api-of-file.ts'
import { changeWhileLocked } from '../testing/change-while-locked.ts'
import { deleteOldDrafts } from './editions.ts'
import { missingTexts } from './missing-texts.ts'

// Later than any machine's clock: the database already contains an edition.
const house = apiOfFile('2040-03-05T09:00:00Z')
const small = smallCatalogue()
const folder = catalogueFolder(small)
let staff: TestStaff
// Whatever a test before has published, and however far it has moved the clock: each begins with the small catalogue
// in force, as the only edition, and with a session that has just begun.
beforeEach(async () => {
  await house.database.queries.delete(catalogueEditions)
  await importCatalogue({ database: house.database, folder, now: () => house.clock.now })
  await house.api.context.catalogue.refresh()
  staff = await createStaff(house.api, everywhere('catalogue'))
})

const thyroxine = small.analyses[1]!
/** The file of analyses with another price for the first one. */
const priced = (BYN: number) =>
  JSON.stringify([analysisEntry({ prices: { BYN, PLN: 22.56, EUR: 5.36 } }), thyroxine])
const upload = (files: Record<string, string>, note = '') => staff.client.uploadCatalogue({ note, files })
const idOf = (code: string) => house.api.context.catalogue.current().analysesByCode.get(code)!.id
const priceNow = () =>
  house.api.context.catalogue
    .current()
    .analysesByCode.get('2001')!
    .prices.find(({ priceListId }) => priceListId === 1)!.money.amount

test('an upload of one file is a draft that shows every change, and changes nothing until it is published', async () => {
  const { id } = await upload({ analyses: priced(20) }, 'Prices of March')
  const preview = await staff.client.previewEdition(id, {})
  expect(preview).toMatchObject({
    state: 'draft',
    note: 'Prices of March',
    isCompared: true,
    isInForce: false,
  })
  expect(preview.changes).toEqual([
    {
      part: 'analyses',
      key: '2001',
      name: 'Thyroid stimulating hormone',
      change: 'changed',
      fields: [{ field: 'prices.BYN', before: '18.5', after: '20' }],
    },
  ])
  expect(preview.counts.find(({ part }) => part === 'laboratories')).toMatchObject({ changed: 0, entries: 2 })
  expect(priceNow()).toBe(1_850)
  const done = await staff.client.publishEdition(id, { version: preview.version })
  expect(done).toEqual({ version: preview.version + 1, isChanged: true })
  expect(priceNow()).toBe(2_000)
  const { editions } = await staff.client.catalogueOverview()
  expect(editions.slice(0, 2).map(({ origin, isInForce }) => [origin, isInForce])).toEqual([
    ['upload', true],
    ['command', false],
  ])
  const rows = await house.database.queries.select().from(auditEntries).where(eq(auditEntries.objectId, id))
  expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['create', 'read', 'update']))
})

test('a place that is no longer in use counts as withdrawn, is named before it stops, and then stops once', async () => {
  const callableRegions = JSON.stringify([regionEntry({ isActive: false })])
  const { id } = await upload({ callableRegions, analyses: priced(20) })
  const { version, stops, stopCount, counts, changes } = await staff.client.previewEdition(id, {})
  expect({ stops, stopCount }).toEqual({ stops: [{ part: 'callableRegions', name: 'Minsk' }], stopCount: 1 })
  expect(counts.find(({ part }) => part === 'callableRegions')).toMatchObject({ changed: 0, withdrawn: 1 })
  expect(changes.map(({ change }) => change)).toEqual(['withdrawn', 'changed'])
  const support = await createStaff(house.api, everywhere('support'))
  await expect(support.client.previewEdition(id, {})).rejects.toMatchObject({ status: 403 })
  await expect(support.client.publishEdition(id, { version })).rejects.toMatchObject({ status: 403 })
  const regionIsOffered = () => house.api.context.catalogue.current().callableRegions.get(1)?.isOffered
  expect(regionIsOffered()).toBe(true)
  const tries = await Promise.allSettled([1, 2].map(() => staff.client.publishEdition(id, { version })))
  expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(regionIsOffered()).toBe(false)
  expect(await staff.client.previewEdition(id, {})).toMatchObject({ stops: [], stopCount: 0 })
})

test('each of a thousand changes is on a page, also when one file is selected', async () => {
  const more = Array.from({ length: 1_000 }, (_, at) => analysisEntry({ code: String(3_000 + at) }))
  const analyses = JSON.stringify([analysisEntry(), thyroxine, ...more])
  const { id } = await upload({ analyses, rules: '[]' })
  const read = async (part?: 'analyses' | 'rules') => {
    const pages: EditionPreview[] = []
    for (let after: number | null = 0; after !== null; after = pages.at(-1)!.next ?? null) {
      pages.push(await staff.client.previewEdition(id, { part, after: String(after) }))
    }
    return pages.map(({ changes }) => changes.map(({ key }) => key))
  }
  const pages = await read()
  expect(pages.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200, 1])
  expect(new Set(pages.flat())).toEqual(new Set([...more.map(({ code }) => code), '1']))
  expect((await read('analyses')).flat()).toEqual(more.map(({ code }) => code))
  expect(await read('rules')).toEqual([['1']])
  expect((await staff.client.previewEdition(id, { after: '5000' })).changes).toEqual([])
})

test('files sent again after a lost answer are one draft; with another note, or later, they are a new one', async () => {
  const files = { analyses: priced(23) }
  const { id } = await upload(files, 'Sent twice')
  expect(await upload(files, 'Sent twice')).toEqual({ id })
  expect(await upload(files, 'Another note')).not.toEqual({ id })
  house.clock.now = new Date(house.clock.now.getTime() + 11 * 60_000)
  expect(await upload(files, 'Sent twice')).not.toEqual({ id })
})

test('if one entry is refused nothing is stored, and each reason names its place', async () => {
  const before = (await staff.client.catalogueOverview()).editions.length
  const wrong = JSON.stringify([{ ...analysisEntry(), prices: {}, colour: 'red' }, thyroxine])
  await expect(upload({ analyses: wrong })).rejects.toMatchObject({
    status: 422,
    code: 'catalogue_refused',
    body: {
      reasons: expect.arrayContaining([
        expect.objectContaining({ file: 'analyses.json', entry: '2001', field: 'prices' }),
      ]),
    },
  })
  const strange = JSON.stringify([analysisEntry({ materialId: 999 }), thyroxine])
  await expect(upload({ analyses: strange })).rejects.toMatchObject({ code: 'catalogue_refused' })
  for (const nonsense of ['{', '{}', 'null', '[1]', '[null]']) {
    await expect(upload({ analyses: nonsense }), nonsense).rejects.toMatchObject({
      code: 'catalogue_refused',
    })
  }
  await expect(upload({})).rejects.toMatchObject({ status: 422, code: 'invalid_fields' })
  expect((await staff.client.catalogueOverview()).editions).toHaveLength(before)
})

test('an earlier edition can be put in force again, and the preview shows what it reverts', async () => {
  const { id } = await upload({ analyses: priced(20) })
  await staff.client.publishEdition(id, { version: (await staff.client.catalogueOverview()).version })
  expect(priceNow()).toBe(2_000)
  const { editions, version } = await staff.client.catalogueOverview()
  const first = editions.find(({ origin }) => origin === 'command')!
  const { changes } = await staff.client.previewEdition(first.id, {})
  expect(changes.map(({ fields }) => fields)).toEqual([
    [{ field: 'prices.BYN', before: '20', after: '18.5' }],
  ])
  await staff.client.publishEdition(first.id, { version })
  expect(priceNow()).toBe(1_850)
  const [newest] = (await staff.client.catalogueOverview()).editions
  expect(newest).toMatchObject({ origin: 'back', isInForce: true, createdBy: 'Olga Novik' })
})

test('of two concurrent publications the later is refused, and entries no longer in the files are withdrawn, not deleted', async () => {
  const one = await upload({ analyses: priced(21) })
  const two = await upload({ analyses: priced(22) })
  const { version } = await staff.client.catalogueOverview()
  const answers = await Promise.allSettled(
    [one, two].map(({ id }) => staff.client.publishEdition(id, { version })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const late = answers.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  const body = { version: version + 1, changed: { by: 'Olga Novik', change: 'catalogue' } }
  expect(late.reason).toMatchObject({ status: 409, code: 'stale_write', body })
  const without = { profiles: '[]', rules: '[]', analyses: JSON.stringify([analysisEntry()]) }
  const { id } = await upload(without)
  const preview = await staff.client.previewEdition(id, {})
  const gone = preview.changes.filter(({ change }) => change === 'withdrawn').map(({ key }) => key)
  expect(gone).toEqual(['2002', 'P001', '1'])
  await staff.client.publishEdition(id, { version: preview.version })
  expect(house.api.context.catalogue.current().analysesByCode.get('2002')).toMatchObject({
    isWithdrawn: true,
  })
})

test('staff who see only some laboratories change nothing: a catalogue belongs to the whole network', async () => {
  const { client } = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [1] })
  const { editions, version } = await client.catalogueOverview()
  const tries = [
    () => client.uploadCatalogue({ note: '', files: { rules: '[]' } }),
    () => client.publishEdition(editions[0]!.id, { version }),
  ]
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ status: 403 })
  await expect(staff.client.previewEdition(crypto.randomUUID(), {})).rejects.toMatchObject({ status: 404 })
})

test('missing texts are those without a translation; the delivered catalogue lacks none', async () => {
  const missing = await staff.client.missingTexts()
  expect(missing).toContainEqual({
    text: 'Do not eat.',
    part: 'analyses',
    key: '2001',
    count: 2,
    missing: ['pl', 'be'],
    offer: { kind: 'analysis', id: idOf('2001') },
  })
  expect(missing.map(({ text }) => text)).not.toContain('Thyroid stimulating hormone')
  const { entries } = await readCatalogueFiles(join(projectFiles, 'catalogue'))
  expect(missingTexts(entries)).toEqual([])
})

test('an entry’s texts are read in every language; changed ones become a draft, refused if the catalogue has changed since', async () => {
  const id = idOf('2001')
  const { version, code, texts } = await staff.client.entryTexts('analysis', id)
  expect(code).toBe('2001')
  const note = texts.find(({ field }) => field === 'preparation.notes.0')
  expect(note).toEqual({
    field: 'preparation.notes.0',
    kind: 'preparation',
    values: { en: 'Do not eat.', ru: 'Не есть.', be: null, pl: null },
    missing: ['be', 'pl'],
    entries: 2,
  })
  const change = (values: object, rest = {}) =>
    staff.client.changeEntryTexts('analysis', id, {
      version,
      note: 'Texts of 2001',
      texts: [{ field: 'preparation.notes.0', values: { ...note!.values, be: '', pl: '', ...values } }],
      ...rest,
    })
  await expect(change({ ru: '' })).rejects.toMatchObject({
    code: 'catalogue_refused',
    body: { reasons: [{ file: 'analyses.json', entry: '2001' }] },
  })
  await expect(change({}, { texts: [] })).rejects.toMatchObject({ code: 'invalid_fields' })
  const draft = await change({ en: 'Eat nothing.', pl: 'Nic nie jedz.', be: 'Нічога не ешце.' })
  const preview = await staff.client.previewEdition(draft.id, {})
  expect(preview).toMatchObject({ state: 'draft', origin: 'upload', note: 'Texts of 2001' })
  expect(preview.changes.map(({ part, key, change: kind }) => [part, key, kind])).toEqual([
    ['analyses', '2001', 'changed'],
    ['translations', 'Eat nothing.', 'added'],
  ])
  await staff.client.publishEdition(draft.id, { version: preview.version })
  const after = await staff.client.entryTexts('analysis', id)
  expect(after.texts.find(({ field }) => field === 'preparation.notes.0')).toMatchObject({
    values: { en: 'Eat nothing.', ru: 'Не есть.', be: 'Нічога не ешце.', pl: 'Nic nie jedz.' },
    missing: [],
  })
  await expect(change({ ru: 'Нельзя есть.' })).rejects.toMatchObject({ status: 409, code: 'stale_write' })
  const nowhere = { en: 'a', ru: 'б', be: '', pl: '' }
  await expect(
    change({}, { version: after.version, texts: [{ field: 'notes.7', values: nowhere }] }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(staff.client.entryTexts('profile', 4_000)).rejects.toMatchObject({ status: 404 })
  const { client } = await createStaff(house.api, { role: 'catalogue', laboratoryIds: [1] })
  const own = client.changeEntryTexts('analysis', id, {
    version: after.version,
    note: '',
    texts: [{ field: 'name', values: nowhere }],
  })
  await expect(own).rejects.toMatchObject({ status: 403 })
  const rows = await house.database.queries
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.objectId, draft.id))
  expect(rows.map(({ action }) => action)).toContain('create')
})

test('Polish and Belarusian are independent: a draft may have only one, and readers of the other see the same as before', async () => {
  const id = idOf('2001')
  const { version, texts } = await staff.client.entryTexts('analysis', id)
  const { field, values } = texts.find(({ kind }) => kind === 'specimen')!
  const draft = await staff.client.changeEntryTexts('analysis', id, {
    version,
    note: 'Polish alone',
    texts: [{ field, values: { ...values, be: '', pl: 'surowica krwi' } }],
  })
  await staff.client.publishEdition(draft.id, { version })
  const after = await staff.client.entryTexts('analysis', id)
  expect(after.texts.find((text) => text.field === field)).toMatchObject({
    values: { pl: 'surowica krwi', be: null },
    missing: ['be'],
  })
  expect(await staff.client.missingTexts()).toContainEqual(
    expect.objectContaining({ text: values.en, missing: ['be'] }),
  )
  const { specimen } = house.api.context.catalogue.current().analysesByCode.get('2001')!
  expect([inLanguage(specimen, 'pl'), inLanguage(specimen, 'be')]).toEqual(['surowica krwi', values.ru])
  expect(everyText(specimen)).not.toContain('')
  const neither = upload({ translations: JSON.stringify([{ en: values.en }]) })
  await expect(neither).rejects.toMatchObject({ code: 'catalogue_refused' })
})

test('a search word that a colleague adds or removes meanwhile does not stop a publication or changed texts', async () => {
  const { id } = await upload({ analyses: priced(24) }, 'Read before a word was added')
  const { version } = await staff.client.previewEdition(id, {})
  const colleague = await createStaff(house.api, everywhere('catalogue'))
  const target = { kind: 'analysis', targetId: idOf('2001') } as const
  const added = await colleague.client.addSynonym({ words: 'щитовидка сдать', locale: 'ru', ...target })
  const { texts } = await staff.client.entryTexts('analysis', idOf('2001'))
  await colleague.client.removeSynonym(added.id)
  const { field, values } = texts.find(({ kind }) => kind === 'specimen')!
  const words = { field, values: { ...values, be: values.be ?? '', pl: 'surowica' } }
  const change = { version, note: 'Specimen', texts: [words] }
  expect(await staff.client.changeEntryTexts('analysis', idOf('2001'), change)).toHaveProperty('id')
  expect(await staff.client.publishEdition(id, { version })).toEqual({
    version: version + 1,
    isChanged: true,
  })
})

test('a draft that is not published is deleted after a month', async () => {
  const { id } = await upload({ analyses: priced(30) })
  house.clock.pass(31 * DAY)
  await deleteOldDrafts(house.api.context)
  const drafts = await house.database.queries
    .select({ id: catalogueEditions.id })
    .from(catalogueEditions)
    .where(isNull(catalogueEditions.publication))
  expect(drafts.map((draft) => draft.id)).not.toContain(id)
})

test('a draft is not deleted while it is being published: the catalogue in force would have no edition', async () => {
  const { id } = await upload({ analyses: priced(31) })
  house.clock.pass(31 * DAY)
  const outcome = await changeWhileLocked(house.database, {
    lock: lockCatalogue,
    act: () => deleteOldDrafts(house.api.context),
    // As a publication does.
    change: (queries) =>
      queries
        .update(catalogueEditions)
        .set({ publication: nextPublication, publishedAt: house.clock.now })
        .where(eq(catalogueEditions.id, id)),
  })
  expect(outcome.status).toBe('fulfilled')
  const kept = await house.database.queries
    .select()
    .from(catalogueEditions)
    .where(eq(catalogueEditions.id, id))
  expect(kept).toHaveLength(1)
})
