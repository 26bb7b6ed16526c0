import { sql } from 'drizzle-orm'
import type { TestApi } from '../../testing/test-api.ts'
import { rotateKeys } from '../rotate-command.ts'
import { type Swept, sweepSealedValues } from '../sweep.ts'

/** A column of words, with a sealed column beside it. */
export interface WordsColumn {
  table: string
  column: string
}

/** Reads tables of sealed words directly, and writes what an older release or a person with database access would. */
export function sealedRows(api: () => TestApi) {
  const rowsOf = async <Row extends Record<string, unknown>>(statement: string) =>
    (await api().context.database.queries.execute<Row>(sql.raw(statement))).rows
  /** The fixture's staff have authenticator secrets that no key opens. */
  const forgetFixtures = () => rowsOf('update laboratory.staff_account set sealed_secret = null')

  return {
    rowsOf,
    /** Everything that a dump would contain of a table. */
    dumpOf: async (table: string) =>
      JSON.stringify(await rowsOf(`select to_jsonb(t) from laboratory.${table} t`)),
    stored: async ({ table, column }: WordsColumn, id: string) =>
      (
        await rowsOf<{ clear: string | null; sealed: string | null }>(
          `select ${column} as clear, sealed_${column} as sealed from laboratory.${table} where id = '${id}'`,
        )
      )[0]!,
    /** As the previous release stores it. */
    putInTheClear: ({ table, column }: WordsColumn, id: string, words: string) =>
      rowsOf(
        `update laboratory.${table} set ${column} = '${words}', sealed_${column} = null where id = '${id}'`,
      ),
    putSealed: ({ table, column }: WordsColumn, id: string, sealed: string | null) =>
      rowsOf(`update laboratory.${table} set sealed_${column} = '${sealed}' where id = '${id}'`),
    /** Which keys the column's values are sealed with. */
    keysOf: async ({ table, column }: WordsColumn) =>
      (
        await rowsOf<{ key: string }>(
          `select distinct split_part(sealed_${column}, '.', 1) as key from laboratory.${table}
           where sealed_${column} is not null`,
        )
      ).map(({ key }) => key),
    ageKeys: (interval: string) =>
      rowsOf(`update laboratory.data_key set created_at = created_at - interval '${interval}'`),
    async sweep(): Promise<Swept> {
      await forgetFixtures()
      return sweepSealedValues(api().context)
    },
    async rotate(): Promise<number> {
      await forgetFixtures()
      return rotateKeys(api().context, { args: [], print: () => {} })
    },
  }
}
