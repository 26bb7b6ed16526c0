import { Problem } from '@shop/contract/problem'
import { inviteStaffSchema } from '@shop/contract/staff'
import { LOCALES } from '@shop/domain/locale'
import { STAFF_ROLES } from '@shop/domain/staff'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { type CommandSettings, type Words, withCommandApi } from '../open-for-command.ts'
import { inviteMember } from './members.ts'

const USAGE = [
  'Usage: npm run staff:invite -- <email> <name> <language> <role>[:<laboratory>,…] …',
  `  language   ${LOCALES.join(', ')}`,
  `  role       ${STAFF_ROLES.join(', ')}`,
  'As in: npm run staff:invite -- olga@laboratory.example "Olga Novik" ru administrator reception:1,2',
]

/**
 * Invites somebody to the desk: the first administrator above all, and the only one who lost the way in. On PostgreSQL beside the
 * running shop; the embedded database can be opened only while it is stopped. Answers the exit code: 0 done, 1 refused, 2 used
 * wrongly.
 */
export function runInviteCommand({ args, print, ...where }: Words & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: true }, (context) => inviteByCommand(context, { args, print }))
}

/** `reception:1,2` as a role at laboratories. */
function grantOf(word: string) {
  const [role, places] = word.split(':')
  return { role, laboratoryIds: places === undefined ? null : places.split(',').map(Number) }
}

/** As `runInviteCommand`, on an API that is open. */
export async function inviteByCommand(context: ApiContext, { args, print }: Words): Promise<number> {
  const [email, name, locale, ...roles] = args
  const invited = inviteStaffSchema.safeParse({ email, name, locale, grants: roles.map(grantOf) })
  if (!invited.success) {
    for (const line of USAGE) print(line)
    return 2
  }
  try {
    await inviteMember(context, invited.data, (queries, id) =>
      audit(queries, {
        requestId: 'staff:invite',
        userId: null,
        actor: 'job',
        action: 'create',
        kind: 'staff',
        id,
      }),
    )
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(REFUSALS[error.code] ?? error.code)
    return 1
  }
  print('Invited: the letter with the link is on its way.')
  return 0
}

const REFUSALS: Readonly<Record<string, string>> = {
  staff_address_taken: 'Somebody of the desk has this address: the desk invites them again.',
  unknown_laboratory: 'There is no laboratory of such an id.',
}
