import { shopLink } from '@shop/contract/page-links'
import { todayIn } from '@shop/domain/age'
import { and, inArray, isNull, lte, notExists } from 'drizzle-orm'
import { restrictedOwner } from '../../accounts/processing-limits.ts'
import { users } from '../../accounts/tables.ts'
import { findUser } from '../../accounts/user-queries.ts'
import type { ApiContext } from '../../context.ts'
import type { MailMessage } from '../../mail/message.ts'
import { textsIn } from '../../texts.ts'
import { isStillWanted, listDueRepeats } from './repeat-queries.ts'
import { plannedRepeats } from './tables.ts'

const REPEAT_DUE = 'repeat-due'

/** Accounts processed in one transaction. */
const BATCH = 50

const todayOf = ({ settings, now }: ApiContext) => todayIn(settings.businessTimeZone, now())

/**
 * Puts one mail into the outbox for every account that wanted tests again by this month and has not been told; returns
 * how many.
 */
export async function remindOfRepeats(context: ApiContext): Promise<number> {
  let [count, reminded] = [0, 0]
  do {
    reminded = await remindSome(context)
    count += reminded
  } while (reminded > 0)
  return count
}

function remindSome(context: ApiContext): Promise<number> {
  const { month, toldAt, userId } = plannedRepeats
  return context.database.transaction(async (queries) => {
    const isDue = and(
      lte(month, todayOf(context)),
      isNull(toldAt),
      isStillWanted,
      notExists(restrictedOwner(queries, userId)),
    )
    const owners = queries.selectDistinct({ id: userId }).from(plannedRepeats).where(isDue).limit(BATCH)
    // Accounts locked by another process wait for the next day.
    const held = await queries
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.id, owners))
      .for('update', { skipLocked: true })
    const ids = held.map(({ id }) => id)
    if (ids.length === 0) return 0
    const told = await queries
      .update(plannedRepeats)
      .set({ toldAt: context.now() })
      .where(and(inArray(userId, ids), isDue))
      .returning({ userId })
    const people = new Set(told.map((row) => row.userId))
    for (const id of people) await context.mail.send(queries, REPEAT_DUE, { userId: id })
    return people.size
  })
}

/** "It is time for tests that you wanted to repeat": names neither tests nor people. */
export function defineRepeatMail(context: ApiContext): void {
  context.mail.template<{ userId: string }>(REPEAT_DUE, (data) => repeatMail(context, data))
}

/** Null once nothing is due: ordered, put off or dropped in the meantime, or the account is restricted or gone. */
async function repeatMail(context: ApiContext, { userId }: { userId: string }): Promise<MailMessage | null> {
  const { queries } = context.database
  const user = await findUser(queries, userId)
  const due = await listDueRepeats(queries, userId, todayOf(context))
  if (!user || user.restrictedAt || due.length === 0) return null
  const { locale, firstName, lastName, email } = user
  const t = textsIn(locale)
  return {
    to: { address: email, name: `${firstName} ${lastName}` },
    locale,
    firstName,
    subject: t('mails:repeat.subject'),
    heading: t('mails:repeat.subject'),
    blocks: [
      { kind: 'paragraph', text: t('mails:repeat.text') },
      { kind: 'button', label: t('mails:repeat.button'), url: shopLink(context.settings, 'login') },
      { kind: 'small', text: t('mails:repeat.privacy') },
    ],
  }
}
