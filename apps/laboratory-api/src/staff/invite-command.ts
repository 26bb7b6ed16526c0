import { Problem } from '@shop/contract/problem'
import { invitedStaffSchema } from '@shop/contract/staff'
import type { Queries } from '@shop/database/open-database'
import { LOCALES } from '@shop/domain/locale'
import { STAFF_ROLES } from '@shop/domain/staff'
import { audit } from '../audit/audit.ts'
import type { ApiContext } from '../context.ts'
import { type CommandLine, type CommandSettings, withCommandApi } from '../open-for-command.ts'
import { inviteAgainByAddress, inviteMember } from './members.ts'

const USAGE = [
  'Usage: npm run staff:invite -- <email> <name> <language> <role>[:<laboratory>,…] …',
  '       npm run staff:invite -- --again <email>',
  `  language   ${LOCALES.join(', ')}`,
  `  role       ${STAFF_ROLES.join(', ')}`,
  'Example: npm run staff:invite -- olga@laboratory.example "Olga Novik" ru administrator reception:1,2',
]

/**
 * Invites a member of staff: in particular the first administrator, and with `--again` an only administrator
 * whose invitation has expired or who can no longer log in. With PostgreSQL it runs beside the shop; the
 * embedded database can be opened only while the shop is stopped. Returns the exit code: 0 done, 1 refused, 2
 * wrong usage.
 */
export function runInviteCommand({ args, print, ...where }: CommandLine & CommandSettings): Promise<number> {
  return withCommandApi(where, { queues: true }, (context) => inviteByCommand(context, { args, print }))
}

/** Parses `reception:1,2` into a role at laboratories. */
function grantOf(word: string) {
  const [role, places] = word.split(':')
  return { role, laboratoryIds: places === undefined ? null : places.split(',').map(Number) }
}

/** As `runInviteCommand`, with an API that is already open. */
export async function inviteByCommand(context: ApiContext, { args, print }: CommandLine): Promise<number> {
  const invite = args[0] === '--again' ? againOf(args.slice(1)) : firstOf(args)
  if (!invite) {
    for (const line of USAGE) print(line)
    return 2
  }
  try {
    await invite(context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    print(REFUSALS[error.code] ?? error.code)
    return 1
  }
  print('Invited: the mail with the link has been sent.')
  return 0
}

type Invite = (context: ApiContext) => Promise<unknown>

/** The invitation of someone new, or of someone who has left; null: invalid arguments. */
function firstOf([email, name, locale, ...roles]: readonly string[]): Invite | null {
  const { data } = invitedStaffSchema.safeParse({ email, name, locale, grants: roles.map(grantOf) })
  return data ? (context) => inviteMember(context, data, audited('create')) : null
}

/** A new invitation; name, language and roles stay as they are. Null: invalid arguments. */
function againOf([email, ...more]: readonly string[]): Invite | null {
  const { data } = invitedStaffSchema.pick({ email: true }).safeParse({ email })
  return data && more.length === 0
    ? (context) => inviteAgainByAddress(context, data.email, audited('update'))
    : null
}

const audited = (action: 'create' | 'update') => (queries: Queries, id: string) =>
  audit(queries, { requestId: 'staff:invite', userId: null, actor: 'job', action, kind: 'staff', id })

const REFUSALS: Readonly<Record<string, string>> = {
  staff_address_taken:
    'A member of staff already has this address. Invite them again at the desk, or by this command with --again.',
  not_found: 'No member of staff has this address.',
  unknown_laboratory: 'There is no laboratory with this id.',
}
