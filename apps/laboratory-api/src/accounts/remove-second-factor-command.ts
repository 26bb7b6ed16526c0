import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, withCommandApi } from '../open-for-command.ts'
import { revokeAccessTokens } from './access-tokens.ts'
import { lockAccount } from './lock-account.ts'
import { dropSecondFactor } from './second-factor/manage.ts'
import { findUsersByAddress } from './user-queries.ts'

/**
 * What proves who owns the account. A reply to an e-mail alone does not, since it could come from a stolen
 * mailbox.
 */
const PROOFS = ['identity-document', 'visit-in-person', 'video-call'] as const

const USAGE = [
  'Usage: npm run second-factor:remove -- <email> <proof> <reference>',
  `  proof       what proved the identity: ${PROOFS.join(', ')}`,
  '  reference   where this is recorded, such as the number of the support request',
]

/**
 * Removes the second factor of an owner who has lost app, passkeys and recovery codes, for those who operate the
 * shop. On PostgreSQL it runs beside the running shop; the embedded database can be opened only while the shop is
 * stopped. Returns the exit code: 0 done, 1 refused, 2 wrong usage.
 */
export function runRemoveSecondFactorCommand({
  args,
  print,
  ...where
}: CommandLine & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: true }, (context) => removeSecondFactor(context, { args, print }))
}

/** As `runRemoveSecondFactorCommand`, with an API already opened. */
export async function removeSecondFactor(context: ApiContext, { args, print }: CommandLine): Promise<number> {
  const [address, proof, reference] = args.map((arg) => arg.trim())
  const email = address?.toLowerCase()
  const isProof = PROOFS.some((one) => one === proof)
  if (args.length !== 3 || !email?.includes('@') || !isProof || !/^[\w./-]{2,60}$/.test(reference ?? '')) {
    for (const line of USAGE) print(line)
    return 2
  }
  const [user] = await findUsersByAddress(context.database.queries, email)
  if (!user?.emailConfirmedAt) {
    print('No account has confirmed this address.')
    return 1
  }
  const userId = user.id
  const removed = await context.database.transaction(async (queries) => {
    await lockAccount(queries, userId)
    if (!(await dropSecondFactor(queries, userId))) return false
    await revokeAccessTokens(queries, { userId, exceptId: null })
    await context.mail.send(queries, 'second-factor-changed', { userId, change: 'removedBySupport' })
    const requestId = `support:${proof}:${reference}`
    await audit(queries, { requestId, userId, actor: 'job', action: 'update', kind: 'account', id: userId })
    return true
  })
  print(
    removed
      ? 'The second factor was removed, every session was ended, and the owner was notified.'
      : 'The account has no second factor.',
  )
  return removed ? 0 : 1
}
