import { shopLink } from '@shop/contract/page-links'
import type { Database } from '@shop/database/open-database'
import { formatMoment } from '@shop/texts/formats.server'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import type { MailBlock, MailMessage } from '../mail/message.ts'
import { textsIn } from '../texts.ts'
import { createMailedSecret } from './mailed-secrets.ts'
import { formerEmails, users } from './tables.ts'
import { findUser, findUsersByAddress, type User } from './user-queries.ts'

type Frame = Pick<MailMessage, 'to' | 'locale' | 'firstName'>
type UserMail = { userId: string }
/**
 * A mail with a code, and what requested it. The previous release queued mails without `request`: for these, no
 * code would count.
 */
type CodeMail = UserMail & { request?: string }

/**
 * Anyone who typed a stranger's address also typed the name, so a mail to an unproven mailbox does not address
 * anyone by name.
 */
function toUser(user: User, address = user.email): Frame {
  const { firstName, lastName, locale } = user
  if (!user.emailConfirmedAt || address === user.pendingEmail) return { to: { address }, locale }
  return { to: { address, name: `${firstName} ${lastName}` }, locale, firstName }
}

async function confirmation(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { userId, request, kind, now }: CodeMail & { kind: 'welcome' | 'confirm' | 'confirmNew'; now: Date },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  // Confirmed or erased while the mail was queued: nothing to confirm.
  const email = user?.pendingEmail ?? user?.email
  if (!user || !email || (user.emailConfirmedAt && !user.pendingEmail)) return null
  const { token, code } = await createMailedSecret(database.queries, {
    userId,
    email,
    purpose: 'confirmEmail',
    ...(request === undefined ? {} : { request }),
    now,
  })
  const t = textsIn(user.locale)
  const hasCode = request !== undefined
  const about = kind === 'confirmNew' ? kind : 'confirm'
  const titleOf = (mail: typeof kind) =>
    t(mail === 'confirm' ? 'account.confirm.title' : `mails:${mail}.heading`)
  const subject = hasCode ? t(`mails:${about}.subject`, { code }) : titleOf(about)
  const ways: MailBlock[] = hasCode
    ? [
        { kind: 'code', label: t('mails:confirm.code'), code },
        { kind: 'paragraph', text: t('mails:confirm.codeValid') },
        { kind: 'paragraph', text: t('mails:confirm.linkValid') },
      ]
    : [{ kind: 'paragraph', text: t('mails:confirm.linkAlone') }]
  const blocks: MailBlock[] = [
    { kind: 'paragraph', text: t(`mails:${kind}.intro`) },
    ...ways,
    {
      kind: 'button',
      label: t('account.confirm.submit'),
      url: shopLink(settings, 'confirmEmail', { fragment: { token } }),
    },
    { kind: 'small', text: t(hasCode ? 'mails:confirm.ignore' : 'mails:confirm.ignoreLink') },
  ]
  return { ...toUser(user, email), subject, heading: titleOf(kind), blocks }
}

async function loginCode(
  { database }: Pick<ApiContext, 'database'>,
  { userId, request, now }: CodeMail & { now: Date },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  // Without its request the code cannot be entered anywhere: anyone still waiting logs in again.
  if (!user || request === undefined) return null
  const secret = { userId, email: user.email, purpose: 'logIn', request, now } as const
  const { code } = await createMailedSecret(database.queries, secret)
  const t = textsIn(user.locale)
  return {
    ...toUser(user),
    subject: t('mails:loginCode.subject', { code }),
    heading: t('mails:loginCode.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:loginCode.intro') },
      { kind: 'code', label: t('mails:confirm.code'), code },
      { kind: 'paragraph', text: t('mails:confirm.codeValid') },
      { kind: 'small', text: t('mails:loginCode.ignore') },
    ],
  }
}

async function passwordReset(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { userId, now }: { userId: string; now: Date },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  if (!user) return null
  const { email, locale, createdAt } = user
  const { token } = await createMailedSecret(database.queries, {
    userId,
    email,
    purpose: 'resetPassword',
    now,
  })
  // The owner of the mailbox gets a mail for each account that names it, and tells them apart by the date each
  // was opened.
  const isOneOfSeveral =
    !user.emailConfirmedAt && (await findUsersByAddress(database.queries, email)).length > 1
  const opened = formatMoment(createdAt, { locale, businessTimeZone: settings.businessTimeZone }, 'date')
  const t = textsIn(locale)
  return {
    ...toUser(user),
    subject: t('account.reset.newTitle'),
    heading: t('account.reset.newTitle'),
    blocks: [
      { kind: 'paragraph', text: t('mails:reset.intro') },
      ...(isOneOfSeveral
        ? [
            {
              kind: 'paragraph' as const,
              text: t('mails:reset.several', { opened }),
            },
          ]
        : []),
      {
        kind: 'button',
        label: t('mails:reset.button'),
        url: shopLink(settings, 'resetPassword', { fragment: { token } }),
      },
      { kind: 'paragraph', text: t('mails:reset.valid') },
      { kind: 'small', text: t('mails:reset.ignore') },
    ],
  }
}

/**
 * To the address that an account is about to leave: what is changing, and the link that undoes it, both before
 * and after the new address counts.
 */
async function emailChanges(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { formerEmailId, now }: { formerEmailId: string; now: Date },
): Promise<MailMessage | null> {
  const [found] = await selectFormerEmail(database, formerEmailId)
  // The previous release wrote to unproven addresses too, without a link to undo anything.
  if (!found?.former.confirmed) return null
  const { user, former } = found
  const purpose = 'undoEmailChange'
  const { token } = await createMailedSecret(database.queries, {
    userId: user.id,
    email: former.email,
    purpose,
    // Undoing covers everything after the change, however late the mail is sent.
    since: former.createdAt,
    now,
  })
  const t = textsIn(user.locale)
  return {
    ...toUser(user, former.email),
    subject: t('mails:changed.subject'),
    heading: t('mails:changed.heading'),
    blocks: [
      { kind: 'paragraph', text: t('mails:changed.intro') },
      { kind: 'paragraph', text: t('mails:changed.notYou') },
      {
        kind: 'button',
        label: t('account.undo.submit'),
        url: shopLink(settings, 'undoEmailChange', { fragment: { token } }),
      },
      { kind: 'small', text: t('mails:changed.ignore') },
    ],
  }
}

function selectFormerEmail(database: Database, id: string) {
  return database.queries
    .select({ former: formerEmails, user: users })
    .from(formerEmails)
    .innerJoin(users, eq(users.id, formerEmails.userId))
    .where(eq(formerEmails.id, id))
}

/** Buttons that lead to the login, from which a new password is chosen too. */
const LOGIN_BUTTONS = {
  passwordChanged: 'mails:reset.button',
  sessionsEnded: 'account.login.submit',
} as const

/** Says what happened to all sessions, and where to go if someone else did it. */
async function everywhereLoggedOut(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  userId: string,
  why: keyof typeof LOGIN_BUTTONS,
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  if (!user) return null
  const t = textsIn(user.locale)
  return {
    ...toUser(user),
    subject: t(`mails:${why}.subject`),
    heading: t(`mails:${why}.heading`),
    blocks: [
      { kind: 'paragraph', text: t(`mails:${why}.intro`) },
      { kind: 'paragraph', text: t(`mails:${why}.notYou`) },
      { kind: 'button', label: t(LOGIN_BUTTONS[why]), url: shopLink(settings, 'login') },
    ],
  }
}

type SecondFactorChange =
  | 'totpOn'
  | 'totpOff'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'removedBySupport'

/** What a login asks for has changed, or a code was used up. The owner must know, in case someone else did it. */
async function secondFactorChanged(
  { database, settings }: Pick<ApiContext, 'database' | 'settings'>,
  { userId, change }: { userId: string; change: SecondFactorChange },
): Promise<MailMessage | null> {
  const user = await findUser(database.queries, userId)
  if (!user) return null
  const t = textsIn(user.locale)
  return {
    ...toUser(user),
    subject: t('mails:secondFactor.subject'),
    heading: t(`mails:secondFactor.${change}`),
    blocks: [
      { kind: 'paragraph', text: t('mails:secondFactor.notYou') },
      {
        kind: 'button',
        label: t('account.confirm.toSettings'),
        url: shopLink(settings, 'security'),
      },
    ],
  }
}

/** The mails about the account itself. Codes and links are made at the time of sending; no job contains one. */
export function defineAccountMails(context: ApiContext): void {
  const { mail } = context
  mail.template<CodeMail>('welcome', (data, { now }) =>
    confirmation(context, { ...data, kind: 'welcome', now }),
  )
  mail.template<CodeMail>('confirm-email', (data, { now }) =>
    confirmation(context, { ...data, kind: 'confirm', now }),
  )
  mail.template<CodeMail>('confirm-new-email', (data, { now }) =>
    confirmation(context, { ...data, kind: 'confirmNew', now }),
  )
  mail.template<CodeMail>('login-code', (data, { now }) => loginCode(context, { ...data, now }))
  mail.template<UserMail>('reset-password', ({ userId }, { now }) => passwordReset(context, { userId, now }))
  mail.template<UserMail>('password-changed', ({ userId }) =>
    everywhereLoggedOut(context, userId, 'passwordChanged'),
  )
  mail.template<UserMail>('sessions-ended', ({ userId }) =>
    everywhereLoggedOut(context, userId, 'sessionsEnded'),
  )
  mail.template<{ userId: string; change: SecondFactorChange }>('second-factor-changed', (data) =>
    secondFactorChanged(context, data),
  )
  mail.template<{ formerEmailId: string }>('email-changed', ({ formerEmailId }, { now }) =>
    emailChanges(context, { formerEmailId, now }),
  )
}
