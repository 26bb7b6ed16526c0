import { Problem } from '@shop/contract/problem'
import type { AddSynonym, SynonymKind, SynonymTarget, WireAddedSynonym } from '@shop/contract/search-words'
import type { Queries } from '@shop/database/open-database'
import type { Locale } from '@shop/domain/locale'
import type { LaboratoryScope } from '@shop/domain/staff'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { AddedSynonym, CatalogueSnapshot } from '../catalogue/catalogue-snapshot.ts'
import type { CatalogueSearch } from '../catalogue/catalogue-store.ts'
import { announceWords } from '../catalogue/import/store-catalogue.ts'
import { inLanguage } from '../catalogue/localised.ts'
import { addedSynonyms } from '../catalogue/tables.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'

/** More words belong in the catalogue's files. */
const SYNONYMS_AT_MOST = 2_000
const TARGETS_AT_MOST = 12

interface OfNetwork {
  actor: StaffActor
  scope: LaboratoryScope
}

/**
 * The words apply to every laboratory, so a role for only some laboratories may not change them.
 * @throws Problem forbidden
 */
function ofNetwork({ actor, scope }: OfNetwork): StaffActor {
  if (scope !== 'all') throw new Problem('forbidden')
  return actor
}

/**
 * Adds words by which something is found: immediately in this process, and in all others once they see the
 * committed change.
 * @throws Problem forbidden
 */
export async function addSynonym(
  context: ApiContext,
  by: OfNetwork,
  { words: typed, locale, kind, targetId }: AddSynonym,
  reader: Locale,
): Promise<WireAddedSynonym> {
  const actor = ofNetwork(by)
  const { catalogue, database, now } = context
  const words = typed.normalize('NFC').replaceAll(/\s+/g, ' ').toLowerCase()
  if (nameOf(catalogue.current(), kind, targetId, locale) === null) throw unknownTarget()
  const none = { analysisId: null, profileId: null, reasonId: null }
  const row = { ...none, [COLUMNS[kind]]: targetId, words, locale }
  const id = await database.transaction(async (queries) => {
    await announceWords(queries)
    const [made] = await queries
      .insert(addedSynonyms)
      .values({ ...row, addedAt: now() })
      .onConflictDoNothing()
      .returning({ id: addedSynonyms.id })
    const actionOn = (action: 'create' | 'read', touched: number) =>
      auditStaff(queries, actor, { action, kind: 'searchWords', id: String(touched) })
    if (!made) {
      const known = await idOf(queries, row)
      await actionOn('read', known)
      return known
    }
    const [{ rows } = { rows: 0 }] = await queries.select({ rows: count() }).from(addedSynonyms)
    if (rows > SYNONYMS_AT_MOST) throw new Problem('conflict')
    await actionOn('create', made.id)
    return made.id
  })
  await catalogue.refresh()
  return wireSynonym(catalogue.current(), await catalogue.search(), reader, { ...row, id })
}

/** Removes added words. @throws Problem not_found, forbidden */
export async function removeSynonym(context: ApiContext, by: OfNetwork, id: number): Promise<void> {
  const actor = ofNetwork(by)
  await context.database.transaction(async (queries) => {
    await announceWords(queries)
    const gone = await queries
      .delete(addedSynonyms)
      .where(eq(addedSynonyms.id, id))
      .returning({ id: addedSynonyms.id })
    if (gone.length === 0) throw new Problem('not_found')
    await auditStaff(queries, actor, { action: 'delete', kind: 'searchWords', id: String(id) })
  })
  await context.catalogue.refresh()
}

/** The added words, newest first. */
export async function listSynonyms({ catalogue }: ApiContext, locale: Locale): Promise<WireAddedSynonym[]> {
  const snapshot = catalogue.current()
  const search = await catalogue.search()
  return snapshot.addedSynonyms
    .toSorted((left, right) => right.id - left.id)
    .map((synonym) => wireSynonym(snapshot, search, locale, synonym))
}

/** What words can be added to, found by name or by reason. */
export async function findTargets(
  { catalogue }: ApiContext,
  term: string,
  locale: Locale,
): Promise<SynonymTarget[]> {
  const snapshot = catalogue.current()
  const { analyses, reasons, findProfiles } = await catalogue.search()
  const { analysisIds, profileIds } = snapshot.wholeAssortment
  const said = term.trim().toLowerCase()
  const named = [...snapshot.reasons.values()].filter(
    ({ name }) => said && name[locale].toLowerCase().includes(said),
  )
  const found = {
    reason: [reasons.find(term, analyses.knows), ...named.map(({ id }) => id)],
    profile: findProfiles(term).filter((id) => profileIds.has(id)),
    analysis: analyses.search(term, { limit: TARGETS_AT_MOST, offeredIds: analysisIds }),
  } satisfies Record<SynonymKind, (number | null)[]>
  const targets = Object.entries(found).flatMap(([kind, ids]) =>
    [...new Set(ids)].flatMap((targetId) => {
      const name = targetId && nameOf(snapshot, kind as SynonymKind, targetId, locale)
      return name ? [{ kind: kind as SynonymKind, targetId, name }] : []
    }),
  )
  return targets.slice(0, TARGETS_AT_MOST)
}

const COLUMNS = { analysis: 'analysisId', profile: 'profileId', reason: 'reasonId' } as const

const unknownTarget = () =>
  new Problem('invalid_fields', { errors: [{ path: 'targetId', message: 'there is no such item' }] })

/** Null: it does not exist or is withdrawn. */
function nameOf(
  { analyses, profiles, reasons }: CatalogueSnapshot,
  kind: SynonymKind,
  id: number,
  locale: Locale,
): string | null {
  if (kind === 'reason') return reasons.get(id)?.name[locale] ?? null
  const entry = kind === 'analysis' ? analyses.get(id) : profiles.get(id)
  return entry && !entry.isWithdrawn ? inLanguage(entry.name, locale) : null
}

function wireSynonym(
  snapshot: CatalogueSnapshot,
  { analyses, reasons, findProfiles }: CatalogueSearch,
  reader: Locale,
  { id, words, locale, ...ids }: AddedSynonym,
): WireAddedSynonym {
  const kind = ids.reasonId ? 'reason' : ids.profileId ? 'profile' : 'analysis'
  const targetId = ids[COLUMNS[kind]]!
  const found = {
    reason: () => reasons.find(words, analyses.knows) === targetId,
    profile: () => findProfiles(words).includes(targetId),
    analysis: () =>
      analyses
        .search(words, { limit: TARGETS_AT_MOST, offeredIds: snapshot.wholeAssortment.analysisIds })
        .includes(targetId),
  }
  return {
    id,
    words,
    locale,
    kind,
    targetId,
    name: nameOf(snapshot, kind, targetId, reader) ?? '',
    isFound: found[kind](),
  }
}

async function idOf(queries: Queries, row: Omit<AddedSynonym, 'id'>): Promise<number> {
  const { words, locale, analysisId, profileId, reasonId } = addedSynonyms
  const same = (column: typeof analysisId | typeof profileId | typeof reasonId, value: number | null) =>
    value === null ? isNull(column) : eq(column, value)
  const [known] = await queries
    .select({ id: addedSynonyms.id })
    .from(addedSynonyms)
    .where(
      and(
        eq(words, row.words),
        eq(locale, row.locale),
        same(analysisId, row.analysisId),
        same(profileId, row.profileId),
        same(reasonId, row.reasonId),
      ),
    )
  return known!.id
}
