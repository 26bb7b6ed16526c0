import { migrate } from '@shop/database/migrate'
import type { Queries } from '@shop/database/open-database'
import { migrationsOf } from '@shop/server/project-files'
import { type CommandDatabase, openForCommand, type Words } from '../open-for-command.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * Signs an account out everywhere, for the people who run the shop: a lost telephone, a stolen session. On PostgreSQL beside the
 * running shop; the embedded database can be opened only while it is stopped. Answers the exit code: 0 done, 1 no such
 * account, 2 used wrongly.
 */
export async function runRevokeSessionsCommand({
  args,
  print,
  ...place
}: Words & CommandDatabase): Promise<number> {
  const database = await openForCommand(place)
  try {
    await migrate(database, migrationsOf('laboratory-api'))
    return await revokeSessions(database.queries, { args, print })
  } finally {
    await database.close()
  }
}

/** As `runRevokeSessionsCommand`, on a database that is open. */
export async function revokeSessions(queries: Queries, { args, print }: Words): Promise<number> {
  const email = args[0]?.trim().toLowerCase()
  if (args.length !== 1 || !email?.includes('@')) {
    print('Usage: npm run sessions:revoke -- <email>')
    return 2
  }
  const found = await findUsersByAddress(queries, email)
  if (found.length === 0) {
    print('No account has this address.')
    return 1
  }
  let ended = 0
  for (const { id } of found) ended += await revokeAccessTokens(queries, { userId: id, exceptId: null })
  print(`Sessions ended: ${ended}.`)
  return 0
}
