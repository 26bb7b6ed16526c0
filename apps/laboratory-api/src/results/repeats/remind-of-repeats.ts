import { shopLink } from '@shop/contract/page-links'
import { todayIn } from '@shop/domain/age'
import { and, asc, gt, inArray, isNull, lte } from 'drizzle-orm'
import { isUnrestricted } from '../../accounts/processing-limits.ts'
import { users } from '../../accounts/tables.ts'
import { findUser } from '../../accounts/user-queries.ts'
import type { ApiContext } from '../../context.ts'
import type { MailMessage } from '../../mail/message.ts'
import { textsIn } from '../../texts.ts'
import { isStillWanted, listDueRepeats } from './repeat-queries.ts'
import { plannedRepeats } from './tables.ts'

const REPEAT_DUE = 'repeat-due'

/** The local hour in which people are told: the job comes once in it. */
const AT_HOUR = 9
/** Accounts looked at in one transaction. */
const BATCH = 20

const hourOf = ({ settings, now }: ApiContext) =>
  Temporal.Instant.from(now().toISOString()).toZonedDateTimeISO(settings.businessTimeZone).hour
const todayOf = ({ settings, now }: ApiContext) => todayIn(settings.businessTimeZone, now())

/**
 * Puts one mail into the outbox for every account that wanted tests again by this month and has not been told; returns
 * how many. Accounts are looked at once, in the order of their ids: what has been ordered again stays untold, and what
 * another process holds waits for the next day.
 */
export async function remindOfRepeats(context: ApiContext, batch = BATCH): Promise<number> {
  if (hourOf(context) !== AT_HOUR) return 0
  let count = 0
  let ids = await accountsAfter(context, { batch })
  while (ids.length > 0) {
    count += await remindAmong(context, ids)
    ids = await accountsAfter(context, { last: ids.at(-1), batch })
  }
  return count
}

const { month, toldAt, userId } = plannedRepeats

const isUntold = (context: ApiContext) => and(lte(month, todayOf(context)), isNull(toldAt))

async function accountsAfter(
  context: ApiContext,
  { last, batch }: { last?: string | undefined; batch: number },
): Promise<string[]> {
  const rows = await context.database.queries
    .selectDistinct({ id: userId })
    .from(plannedRepeats)
    .where(and(isUntold(context), last === undefined ? undefined : gt(userId, last)))
    .orderBy(asc(userId))
    .limit(batch)
  return rows.map(({ id }) => id)
}

function remindAmong(context: ApiContext, ids: string[]): Promise<number> {
  return context.database.transaction(async (queries) => {
    const isDue = and(isUntold(context), isStillWanted)
    const due = queries
      .select({ id: userId })
      .from(plannedRepeats)
      .where(and(inArray(userId, ids), isDue))
    const held = await queries
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, due), isUnrestricted))
      .for('update', { skipLocked: true })
    if (held.length === 0) return 0
    const heldIds = held.map(({ id }) => id)
    const told = await queries
      .update(plannedRepeats)
      .set({ toldAt: context.now() })
      .where(and(inArray(userId, heldIds), isDue))
      .returning({ userId })
    const people = new Set(told.map((row) => row.userId))
    for (const id of people) await context.mail.send(queries, REPEAT_DUE, { userId: id })
    return people.size
  })
}

/** "The month that you chose has come": names neither tests nor people. */
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
