import type { Queries } from '@shop/database/open-database'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { SEALED_ELSEWHERE } from './sealed-words.ts'
import { ownerOf, type SealedField } from './sealing.ts'
import { type DataKeyRow, dataKeys } from './tables.ts'
import { Unreadable } from './unreadable.ts'

/** How many rows one statement covers. */
const WINDOW = 500
/** By then, the transactions of processes that had not yet seen the new key are over. */
const SETTLED_MS = 10 * 60_000
/** By then, the previous release is stopped, and mails that waited for it are sent. */
const STOPPED_MS = 24 * 60 * 60_000

type Context = Pick<ApiContext, 'database' | 'sealing' | 'logger' | 'now'>

export interface Swept {
  /** Values that were resealed, or sealed for the first time. */
  sealed: number
  /** Values that no key opens. */
  failed: number
}

const names = (columns: readonly string[]) => sql.raw(columns.map((column) => `"${column}"`).join(', '))

const textsOf = (columns: readonly string[]) =>
  `array[${columns.map((column) => `"${column}"::text`).join(', ')}]`

/** The key to seal everything with, and whether it is old enough for the previous release to be stopped. */
interface Current {
  id: string
  isStopped: boolean
}

function describeField(
  { table, key, owner, column, clear }: SealedField,
  { id: currentId, isStopped }: Current,
) {
  const columns = key.map(([name]) => name)
  const keyValues = (values: readonly string[]): SQL =>
    sql.join(
      key.map(([, type], place) => sql`${values[place]}::${sql.raw(type)}`),
      sql`, `,
    )
  const sealed = names([column])
  const isOld = sql`(${sealed} is not null and split_part(${sealed}, '.', 1) <> ${currentId})`
  const emptied = clear?.isInUse ? `'${SEALED_ELSEWHERE}'` : 'null'
  const sealsClear = clear && (isStopped || !clear.isInUse)
  const clearText = sealsClear ? sql.raw(clear.text) : sql`null::text`
  const isClear = sql`(${sealed} is null and ${clearText} ${sql.raw(clear?.isInUse ? `<> ${emptied}` : 'is not null')})`
  return {
    table: sql.raw(`laboratory."${table}"`),
    key: sql`(${names(columns)})`,
    keyValues,
    /** The key columns of the rows built from `keyValues`. */
    freshKey: sql.raw(`(${key.map((_, place) => `fresh.key_${place}`).join(', ')})`),
    freshColumns: sql.raw([...key.map((_, place) => `key_${place}`), 'sealed'].join(', ')),
    /** The key's columns as an array of texts, in one column of the result. */
    keyAsText: sql.raw(textsOf(columns)),
    ownerAsText: sql.raw(textsOf(owner ? [owner] : columns)),
    sealed,
    clearText,
    isClear,
    isDue: sql`(${isOld} or ${isClear})`,
    emptied: sql.raw(sealsClear ? clear.columns.map((name) => `, "${name}" = ${emptied}`).join('') : ''),
  }
}

type Described = ReturnType<typeof describeField>

/** The last key of the next window; null: fewer rows are left. */
async function endOfWindow(queries: Queries, { table, key, keyAsText }: Described, after: SQL) {
  const { rows } = await queries.execute<{ key: string[] }>(
    sql`select ${keyAsText} as key from ${table} where ${after} order by ${key} offset ${WINDOW - 1} limit 1`,
  )
  return rows[0]?.key ?? null
}

interface DueRow extends Record<string, unknown> {
  key: string[]
  owner: string[]
  sealed: string | null
  clear: string | null
}

/** Seals the due rows of a window, locked in one transaction so that nothing else writes them in the meantime. */
async function sealWindow(
  { sealing, logger }: Pick<Context, 'sealing' | 'logger'>,
  queries: Queries,
  { field, described, window }: { field: SealedField; described: Described; window: SQL },
): Promise<Swept> {
  const { table, key, keyValues, freshKey, freshColumns, keyAsText, ownerAsText, sealed } = described
  const { clearText, isDue, emptied } = described
  const { rows } = await queries.execute<DueRow>(
    sql`select ${keyAsText} as key, ${ownerAsText} as owner, ${sealed} as sealed, ${clearText} as clear from ${table}
      where ${window} and ${isDue} for update`,
  )
  const fresh: { key: string[]; sealed: string }[] = []
  for (const row of rows) {
    const owner = ownerOf(row.owner)
    try {
      const text = row.sealed ? await sealing.unseal(queries, field.purpose, owner, row.sealed) : row.clear!
      fresh.push({ key: row.key, sealed: await sealing.seal(queries, field.purpose, owner, text) })
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
    }
  }
  if (fresh.length > 0) {
    const values = sql.join(
      fresh.map((row) => sql`(${keyValues(row.key)}, ${row.sealed}::text)`),
      sql`, `,
    )
    await queries.execute(
      sql`update ${table} set ${sealed} = fresh.sealed${emptied}
        from (values ${values}) as fresh (${freshColumns}) where ${key} = ${freshKey}`,
    )
  }
  const failed = rows.length - fresh.length
  if (failed > 0) logger.error({ table: field.table, failed }, 'sealed values that no key opens')
  return { sealed: fresh.length, failed }
}

async function sweepField(context: Context, field: SealedField, current: Current): Promise<Swept> {
  const { database } = context
  const described = describeField(field, current)
  const { key, keyValues } = described
  const total: Swept = { sealed: 0, failed: 0 }
  let last: string[] | null = null
  do {
    const after: SQL = last === null ? sql`true` : sql`${key} > (${keyValues(last)})`
    const end: string[] | null = await endOfWindow(database.queries, described, after)
    const window: SQL = end === null ? after : sql`${after} and ${key} <= (${keyValues(end)})`
    const swept = await database.transaction((queries) =>
      sealWindow(context, queries, { field, described, window }),
    )
    total.sealed += swept.sealed
    total.failed += swept.failed
    last = end
  } while (last !== null)
  return total
}

/** Whether the previous release has written clear text since everything was sealed. */
async function isInClear({ database }: Context, field: SealedField, current: Current): Promise<boolean> {
  if (!field.clear?.isInUse || !current.isStopped) return false
  const { table, isClear } = describeField(field, current)
  const { rows } = await database.queries.execute(sql`select 1 from ${table} where ${isClear} limit 1`)
  return rows.length > 0
}

/**
 * Marks a key as the one that every value of its purpose is sealed with, and deletes the retired ones. If the key was
 * retired during the sweep, it is kept: values are sealed with it.
 */
async function conclude(
  { database }: Context,
  { id, purpose }: Pick<DataKeyRow, 'id' | 'purpose'>,
  now: Date,
): Promise<void> {
  await database.transaction(async (queries) => {
    const isCurrent = and(eq(dataKeys.id, id), isNull(dataKeys.retiredAt))
    const [swept] = await queries.update(dataKeys).set({ sweptAt: now }).where(isCurrent).returning()
    if (!swept) return
    await queries.delete(dataKeys).where(and(eq(dataKeys.purpose, purpose), isNotNull(dataKeys.retiredAt)))
  })
}

/**
 * Seals with the current keys everything that is sealed with others or in clear text, window by window, beside the
 * running shop. Concurrent sweeps do no harm. A key is done when a sweep that began well after its creation has left
 * nothing.
 */
export async function sweepSealedValues(context: Context): Promise<Swept> {
  const { database, sealing, now } = context
  const startedAt = now()
  const currentKeys = await database.queries.select().from(dataKeys).where(isNull(dataKeys.retiredAt))
  const total: Swept = { sealed: 0, failed: 0 }
  for (const { sweptAt, ...key } of currentKeys) {
    const age = startedAt.getTime() - key.createdAt.getTime()
    const current = { id: key.id, isStopped: age >= STOPPED_MS }
    let failed = 0
    for (const field of sealing.fields().filter(({ purpose }) => purpose === key.purpose)) {
      if (sweptAt !== null && !(await isInClear(context, field, current))) continue
      const swept = await sweepField(context, field, current)
      total.sealed += swept.sealed
      failed += swept.failed
    }
    total.failed += failed
    if (sweptAt === null && age >= SETTLED_MS && failed === 0) await conclude(context, key, now())
  }
  return total
}

/**
 * Within an hour of a new key, everything that is not yet sealed with it is resealed. Clear text that the previous
 * release writes beside this one is sealed once that release has had a day to stop.
 */
export function defineSweep(context: ApiContext): void {
  context.jobs.schedule('sweep-sealed-values', '37 * * * *', async () => {
    const { sealed, failed } = await sweepSealedValues(context)
    if (sealed > 0) context.logger.info({ sealed, failed }, 'values were sealed with the current keys')
  })
}
