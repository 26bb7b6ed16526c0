import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, withCommandApi } from '../open-for-command.ts'
import { endSessions } from './end-sessions.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * Signs an account out everywhere, as support does at the desk, for operators with access to the machine. On
 * PostgreSQL it runs beside the running shop; the embedded database can be opened only while the shop is stopped.
 * Returns the exit code: 0 done, 1 no such account, 2 wrong usage.
 */
export function runRevokeSessionsCommand({
  args,
  print,
  ...where
}: CommandLine & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: true }, (context) => revokeSessions(context, { args, print }))
}

/** As `runRevokeSessionsCommand`, with an API already opened. */
export async function revokeSessions(context: ApiContext, { args, print }: CommandLine): Promise<number> {
  const email = args[0]?.trim().toLowerCase()
  if (args.length !== 1 || !email?.includes('@')) {
    print('Usage: npm run sessions:revoke -- <email>')
    return 2
  }
  const found = await findUsersByAddress(context.database.queries, email)
  if (found.length === 0) {
    print('No account has this address.')
    return 1
  }
  let ended = 0
  for (const { id: userId } of found) {
    ended += await context.database.transaction(async (queries) => {
      const entry = { requestId: 'sessions:revoke', userId: null, actor: 'job', kind: 'account' } as const
      await audit(queries, { ...entry, action: 'update', id: userId })
      return (await endSessions(context, queries, userId)) ?? 0
    })
  }
  print(`Sessions ended: ${ended}.`)
  return 0
}
