import { randomUUIDv7 } from 'node:crypto'
import {
  type CATALOGUE_PARTS,
  type Edition,
  type EditionPreview,
  LISTED_EDITIONS,
  LISTED_TEXTS,
  type PreviewQuery,
} from '@shop/contract/editions'
import { Problem } from '@shop/contract/problem'
import type { Queries } from '@shop/database/open-database'
import { todayIn } from '@shop/domain/age'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, desc, eq, getTableColumns, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { checkReferences } from '../catalogue/import/check-references.ts'
import { entriesInForce, keepEdition, nextPublication } from '../catalogue/import/edition-store.ts'
import {
  type CatalogueEntries,
  type Refusal,
  readCatalogueTexts,
} from '../catalogue/import/read-catalogue-files.ts'
import { settleComingPrices } from '../catalogue/import/settle-prices.ts'
import { lockCatalogue, storeCatalogue } from '../catalogue/import/store-catalogue.ts'
import { readCatalogueVersion } from '../catalogue/read-catalogue.ts'
import { catalogueEditions } from '../catalogue/tables.ts'
import type { ApiContext } from '../context.ts'
import { daysBefore } from '../retention.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { staleWrite, staleWriteOf } from '../staff/stale-write.ts'
import { staffAccounts } from '../staff/tables.ts'
import { compareEditions } from './compare-editions.ts'
import { type MissingText, missingTexts } from './missing-texts.ts'

const REFUSALS_SHOWN = 100
const DRAFT_DAYS = 30
const SAME_UPLOAD_MS = 10 * 60_000

interface AtDesk {
  actor: StaffActor
  scope: LaboratoryScope
}

type Listed = Omit<Edition, 'createdAt' | 'publishedAt' | 'state' | 'isInForce'> & {
  createdAt: Date
  publishedAt: Date | null
  publication: number | null
}

const { content: _content, createdBy: _createdBy, ...columns } = getTableColumns(catalogueEditions)
const LISTED = { ...columns, createdBy: staffAccounts.name }

function toEdition({ publication, ...edition }: Listed, inForce: number | null): Edition {
  return {
    id: edition.id,
    origin: edition.origin,
    note: edition.note,
    createdBy: edition.createdBy,
    state: publication === null ? 'draft' : 'published',
    createdAt: edition.createdAt.toISOString(),
    publishedAt: edition.publishedAt?.toISOString() ?? null,
    isInForce: publication !== null && publication === inForce,
  }
}

async function publicationInForce(queries: Queries): Promise<number | null> {
  const [row] = await queries
    .select({ newest: sql<number | null>`max(${catalogueEditions.publication})` })
    .from(catalogueEditions)
  return row?.newest ?? null
}

export const versionInForce = async (queries: Queries) => (await readCatalogueVersion(queries))?.version ?? 0

/** The edition in force, earlier ones and drafts. */
export async function readOverview(
  { database: { queries } }: ApiContext,
  { actor }: Pick<AtDesk, 'actor'>,
): Promise<{ version: number; editions: Edition[] }> {
  await auditStaff(queries, actor, { action: 'read', kind: 'catalogue', id: null })
  const rows = await queries
    .select(LISTED)
    .from(catalogueEditions)
    .leftJoin(staffAccounts, eq(staffAccounts.id, catalogueEditions.createdBy))
    .orderBy(desc(catalogueEditions.createdAt), desc(catalogueEditions.id))
    .limit(LISTED_EDITIONS)
  const inForce = await publicationInForce(queries)
  return { version: await versionInForce(queries), editions: rows.map((row) => toEdition(row, inForce)) }
}

/**
 * Stores files as a draft, by the rules of the import: if one entry is refused, nothing is stored. Files that are
 * not included stay as they are in force. Only for staff who see every laboratory, since a catalogue belongs to
 * the whole network.
 * @throws Problem `forbidden`, `catalogue_refused` with every reason
 */
export async function uploadCatalogue(
  context: ApiContext,
  {
    actor,
    scope,
    files,
    note,
  }: AtDesk & { files: Partial<Record<(typeof CATALOGUE_PARTS)[number], string>>; note: string },
): Promise<{ id: string }> {
  if (scope !== 'all') throw new Problem('forbidden')
  await settlePrices(context)
  const before = await entriesInForce(context.database.queries)
  const textOf = (part: keyof CatalogueEntries) =>
    files[part] ?? (before ? JSON.stringify(before[part]) : null)
  const { entries, refusals } = await readCatalogueTexts(textOf)
  const refused = refusals.length > 0 ? refusals : checkReferences(entries)
  if (refused.length > 0) throw refusal(refused)
  const [content, now] = [JSON.stringify(entries), context.now()]
  return context.database.transaction(async (queries) => {
    await lockCatalogue(queries)
    // The same files sent again after a lost answer: returns the existing draft.
    const [sent] = await queries
      .select({ id: catalogueEditions.id })
      .from(catalogueEditions)
      .where(
        and(
          isNull(catalogueEditions.publication),
          eq(catalogueEditions.createdBy, actor.staffId),
          gt(catalogueEditions.createdAt, new Date(now.getTime() - SAME_UPLOAD_MS)),
          eq(catalogueEditions.note, note),
          eq(catalogueEditions.content, content),
        ),
      )
    if (sent) return sent
    const id = randomUUIDv7()
    await queries.insert(catalogueEditions).values({
      id,
      origin: 'upload',
      note,
      content,
      createdAt: now,
      createdBy: actor.staffId,
    })
    await auditStaff(queries, actor, { action: 'create', kind: 'catalogue', id })
    return { id }
  })
}

function refusal(refused: readonly Refusal[]): Problem {
  const reasons = refused.slice(0, REFUSALS_SHOWN)
  return new Problem('catalogue_refused', { extension: { count: refused.length, reasons } })
}

/** An edition with its entries. @throws Problem `not_found` */
export async function findEdition(queries: Queries, id: string) {
  const [found] = await queries
    .select({ ...LISTED, content: catalogueEditions.content })
    .from(catalogueEditions)
    .leftJoin(staffAccounts, eq(staffAccounts.id, catalogueEditions.createdBy))
    .where(eq(catalogueEditions.id, id))
  if (!found) throw new Problem('not_found')
  return found
}

/** The changes that publishing an edition would make now, page by page. @throws Problem `not_found` */
export async function previewEdition(
  context: ApiContext,
  { actor, id, ...page }: Pick<AtDesk, 'actor'> & { id: string } & PreviewQuery,
): Promise<EditionPreview> {
  await settlePrices(context)
  const { queries } = context.database
  const { content, ...edition } = await findEdition(queries, id)
  await auditStaff(queries, actor, { action: 'read', kind: 'catalogue', id })
  const version = await versionInForce(queries)
  const before = await entriesInForce(queries)
  return {
    ...toEdition(edition, await publicationInForce(queries)),
    version,
    isCompared: before !== null,
    ...compareEditions(before, JSON.parse(content) as CatalogueEntries, page),
  }
}

/**
 * The refusal that names who changed the catalogue first. After an import by the command, or a price that began,
 * it names no one.
 */
export async function staleCatalogue(queries: Queries, actor: StaffActor, version: number): Promise<Problem> {
  const [newest] = await queries
    .select({ origin: catalogueEditions.origin })
    .from(catalogueEditions)
    .where(isNotNull(catalogueEditions.publication))
    .orderBy(desc(catalogueEditions.publication))
    .limit(1)
  if (newest?.origin === 'command' || newest?.origin === 'price') return staleWriteOf(undefined, version)
  return staleWrite(queries, { actor, kinds: ['catalogue', 'comingPrice', 'offer'], version })
}

/**
 * Puts an edition in force, a draft or an earlier one, by the same import as the command: all or nothing. The
 * caller names the version that the preview was compared with.
 * @throws Problem `not_found`, `forbidden`, `stale_write`
 */
export async function publishEdition(
  context: ApiContext,
  { actor, scope, id, version }: AtDesk & { id: string; version: number },
): Promise<{ version: number; isChanged: boolean }> {
  if (scope !== 'all') throw new Problem('forbidden')
  await settlePrices(context)
  const at = context.now()
  const published = await context.database.transaction(async (queries) => {
    await lockCatalogue(queries)
    const { content, publication, note } = await findEdition(queries, id)
    const current = await versionInForce(queries)
    if (current !== version) throw await staleCatalogue(queries, actor, current)
    const entries = JSON.parse(content) as CatalogueEntries
    const stored = await storeCatalogue({ queries, entries, at })
    if (publication === null) {
      await queries
        .update(catalogueEditions)
        .set({ publishedAt: at, publication: nextPublication })
        .where(eq(catalogueEditions.id, id))
    } else if (stored.isChanged) {
      await keepEdition(queries, { entries, origin: 'back', note, at, staffId: actor.staffId })
    }
    await auditStaff(queries, actor, { action: 'update', kind: 'catalogue', id })
    return { version: stored.version ?? current, isChanged: stored.isChanged }
  })
  await context.catalogue.refresh()
  return published
}

/** Writes prices that have begun into their lists, so that editions are compared with them. */
export async function settlePrices({ database, catalogue, settings, now }: ApiContext): Promise<void> {
  const at = now()
  const isSettled = await settleComingPrices(database, { today: todayIn(settings.businessTimeZone, at), at })
  if (isSettled) await catalogue.refresh()
}

/** The texts of the catalogue in force that are missing in Polish or Belarusian. */
export async function listMissingTexts(
  { database: { queries }, catalogue }: ApiContext,
  { actor }: Pick<AtDesk, 'actor'>,
) {
  await auditStaff(queries, actor, { action: 'read', kind: 'catalogue', id: null })
  const entries = await entriesInForce(queries)
  const snapshot = catalogue.current()
  const profiles = new Map([...snapshot.profiles.values()].map(({ code, id }) => [code, id]))
  const offerOf = ({ part, key }: MissingText) => {
    const [kind, id] =
      part === 'profiles'
        ? (['profile', profiles.get(key)] as const)
        : (['analysis', part === 'analyses' ? snapshot.analysesByCode.get(key)?.id : undefined] as const)
    return id === undefined ? null : { kind, id }
  }
  const missing = entries ? missingTexts(entries) : []
  return missing.slice(0, LISTED_TEXTS).map((text) => ({ ...text, offer: offerOf(text) }))
}

/** Deletes drafts that have not been published for a month; one that is being published is no draft by then. */
export async function deleteOldDrafts({ database, now }: ApiContext): Promise<void> {
  const old = lt(catalogueEditions.createdAt, daysBefore(now(), DRAFT_DAYS))
  await database.transaction(async (queries) => {
    await lockCatalogue(queries)
    await queries.delete(catalogueEditions).where(and(isNull(catalogueEditions.publication), old))
  })
}
