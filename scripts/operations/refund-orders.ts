import { join } from 'node:path'
import { Client } from 'pg'
import { assert, ended, node, root, say, sleep, start } from './tools.ts'

const COMMAND = join(root, 'apps/laboratory-api/build/command.js')

async function query<Row>(databaseUrl: string, statement: string, values: unknown[]): Promise<Row[]> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Refunds the payments of these orders one after the other, each by two concurrent commands, repeated until the books
 * show the refund: as people do whose command failed.
 */
export function giveBack(numbers: string[], env: Record<string, string>) {
  const databaseUrl = env.DATABASE_DIRECT_URL!
  let [tries, done] = [0, 0]
  const paymentOf = (number: string) =>
    query<{ id: string; refunded: boolean }>(
      databaseUrl,
      `select transaction_id as id, refunded_at is not null as refunded from laboratory.payment_transaction
        join laboratory.customer_order on customer_order.id = order_id where number::text = $1`,
      [number],
    )
  async function giveOneBack(number: string): Promise<void> {
    while (true) {
      const [payment] = await paymentOf(number).catch(() => [])
      if (payment?.refunded) return
      if (!payment) {
        await sleep(500)
        continue
      }
      const options = { env, stdio: 'ignore' as const }
      const twice = [1, 2].map(() => start(node, [COMMAND, 'payments:refund', number, payment.id], options))
      tries += twice.length
      await Promise.all(twice.map(ended))
    }
  }
  const all = (async () => {
    for (const number of numbers) {
      await giveOneBack(number)
      done += 1
    }
  })()
  all.catch(() => {})
  return {
    done: () => done,
    /** Waits for the last one, then checks that each payment was refunded once. */
    async verify(): Promise<void> {
      await all
      const paymentIds = (await Promise.all(numbers.map(paymentOf))).map(([payment]) => payment!.id)
      const refunds = await query<{ parent: string }>(
        databaseUrl,
        `select parent_uid as parent from sandbox.transaction where type = 'refund' and parent_uid = any($1::uuid[])`,
        [paymentIds],
      )
      say(`${tries} commands for ${numbers.length} payments`)
      assert(
        refunds.length === numbers.length &&
          new Set(refunds.map(({ parent }) => parent)).size === numbers.length,
        `${refunds.length} refunds, each payment was refunded once`,
      )
    },
  }
}
