import type { ChangeEntryTexts, EntryTexts } from '@shop/contract/entry-texts'
import { Problem } from '@shop/contract/problem'
import type { OfferKind } from '@shop/domain/offer-kind'
import type { LaboratoryScope } from '@shop/domain/staff'
import { entriesInForce } from '../catalogue/import/edition-store.ts'
import type { ApiContext } from '../context.ts'
import { auditStaff, type StaffActor } from '../staff/audit-staff.ts'
import { settlePrices, staleCatalogue, uploadCatalogue, versionInForce } from './editions.ts'
import { textsOfEntry, withTexts } from './entry-texts.ts'

interface OfEntry {
  actor: StaffActor
  kind: OfferKind
  id: number
}

/** @throws Problem `not_found`, also for withdrawn entries */
function codeOf({ catalogue }: ApiContext, { kind, id }: OfEntry): string {
  const { analyses, profiles } = catalogue.current()
  const entry = kind === 'analysis' ? analyses.get(id) : profiles.get(id)
  if (!entry || entry.isWithdrawn) throw new Problem('not_found')
  return entry.code
}

/**
 * The texts of an analysis or a profile in every language, as its files have them.
 * @throws Problem `not_found`
 */
export async function readEntryTexts(context: ApiContext, entry: OfEntry): Promise<EntryTexts> {
  const { queries } = context.database
  const code = codeOf(context, entry)
  await auditStaff(queries, entry.actor, { action: 'read', kind: 'offer', id: `${entry.kind} ${entry.id}` })
  const entries = await entriesInForce(queries)
  const texts = entries && textsOfEntry(entries, entry.kind, code)
  if (!texts) throw new Problem('not_found')
  return { version: await versionInForce(queries), code, texts }
}

/**
 * Stores changed texts as a draft, which is previewed and published like any other. Only for staff who see every
 * laboratory.
 * @throws Problem `not_found`, `forbidden`, `stale_write`, `catalogue_refused` with every reason
 */
export async function changeEntryTexts(
  context: ApiContext,
  input: OfEntry & { scope: LaboratoryScope } & ChangeEntryTexts,
): Promise<{ id: string }> {
  const { actor, scope, kind, texts, note, version } = input
  if (scope !== 'all') throw new Problem('forbidden')
  await settlePrices(context)
  const { queries } = context.database
  const code = codeOf(context, input)
  const current = await versionInForce(queries)
  if (current !== version) throw await staleCatalogue(queries, actor, current)
  const entries = await entriesInForce(queries)
  const files = entries && withTexts(entries, { kind, code, texts })
  if (!files) throw new Problem('not_found')
  return uploadCatalogue(context, { actor, scope, files, note })
}
