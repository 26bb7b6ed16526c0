import type { Database } from '@shop/database/open-database'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { mailTexts } from '../mail/mail-texts.ts'
import type { MailBlock, MailMessage } from '../mail/message.ts'
import { createMailedSecret } from './mailed-secrets.ts'
import { formerEmails, users } from './tables.ts'
import { findUser, type User } from './user-queries.ts'

type Frame = Pick<MailMessage, 'to' | 'locale' | 'firstName'>
type UserMail = { userId: string }

const toUser = (user: User, address = user.email): Frame => ({
  to: { address, name: `${user.firstName} ${user.lastName}` },
  locale: user.locale,
  firstName: user.firstName,
})

async function confirmation(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { userId, kind, now }: { userId: string; kind: 'welcome' | 'confirm' | 'confirmNew'; now: Date },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  // Confirmed or erased while the mail waited: nothing to ask for.
  if (!user || user.emailConfirmedAt) return null
  const { email } = user
  const { token, code } = await createMailedSecret(database.queries, {
    userId,
    email,
    purpose: 'confirmEmail',
    now,
  })
  const { confirm, ...texts } = mailTexts(user.locale)
  const { heading, intro } = kind === 'confirm' ? confirm : texts[kind]
  const subject = (kind === 'confirmNew' ? texts.confirmNew : confirm).subject(code)
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: intro },
    { kind: 'code', label: confirm.code, code },
    { kind: 'paragraph', text: confirm.codeValid },
    { kind: 'paragraph', text: confirm.linkValid },
    { kind: 'button', label: confirm.button, url: `${settings.publicUrl}/confirm-email?token=${token}` },
    { kind: 'small', text: confirm.ignore },
  ]
  return { ...toUser(user), subject, heading, blocks }
}

async function passwordReset(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { userId, now }: { userId: string; now: Date },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  if (!user) return null
  const email = user.confirmedEmail ?? user.email
  const { token } = await createMailedSecret(database.queries, {
    userId,
    email,
    purpose: 'resetPassword',
    now,
  })
  const { reset } = mailTexts(user.locale)
  return {
    ...toUser(user, email),
    subject: reset.subject,
    heading: reset.heading,
    blocks: [
      { kind: 'paragraph', text: reset.intro },
      { kind: 'button', label: reset.button, url: `${settings.publicUrl}/reset-password?token=${token}` },
      { kind: 'paragraph', text: reset.valid },
      { kind: 'small', text: reset.ignore },
    ],
  }
}

async function emailChanged(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  formerEmailId: string,
): Promise<MailMessage | null> {
  const [found] = await selectFormerEmail(database, formerEmailId)
  if (!found) return null
  const { changed } = mailTexts(found.user.locale)
  const remedy: MailBlock[] = [
    { kind: 'paragraph', text: changed.notYou },
    { kind: 'button', label: changed.button, url: `${settings.publicUrl}/login` },
  ]
  return {
    ...toUser(found.user, found.former.email),
    subject: changed.subject,
    heading: changed.heading,
    blocks: [{ kind: 'paragraph', text: changed.intro }, ...(found.former.confirmed ? remedy : [])],
  }
}

function selectFormerEmail(database: Database, id: string) {
  return database.queries
    .select({ former: formerEmails, user: users })
    .from(formerEmails)
    .innerJoin(users, eq(users.id, formerEmails.userId))
    .where(eq(formerEmails.id, id))
}

async function passwordChanged(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  userId: string,
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  if (!user) return null
  const { passwordChanged: texts } = mailTexts(user.locale)
  return {
    ...toUser(user, user.confirmedEmail ?? user.email),
    subject: texts.subject,
    heading: texts.heading,
    blocks: [
      { kind: 'paragraph', text: texts.intro },
      { kind: 'paragraph', text: texts.notYou },
      { kind: 'button', label: texts.button, url: `${settings.publicUrl}/login` },
    ],
  }
}

/** The mails about the account itself. Codes and links are made when they are sent; none is in a job. */
export function defineAccountMails(context: ApiContext): void {
  const { mail } = context
  mail.template<UserMail>('welcome', ({ userId }, { now }) =>
    confirmation(context, { userId, kind: 'welcome', now }),
  )
  mail.template<UserMail>('confirm-email', ({ userId }, { now }) =>
    confirmation(context, { userId, kind: 'confirm', now }),
  )
  mail.template<UserMail>('confirm-new-email', ({ userId }, { now }) =>
    confirmation(context, { userId, kind: 'confirmNew', now }),
  )
  mail.template<UserMail>('reset-password', ({ userId }, { now }) => passwordReset(context, { userId, now }))
  mail.template<UserMail>('password-changed', ({ userId }) => passwordChanged(context, userId))
  mail.template<{ formerEmailId: string }>('email-changed', ({ formerEmailId }) =>
    emailChanged(context, formerEmailId),
  )
}
