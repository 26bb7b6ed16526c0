import { deskLink } from '@shop/contract/page-links'
import { eq } from 'drizzle-orm'
import type { ApiContext } from '../context.ts'
import { textsIn } from '../texts.ts'
import { createInvitation } from './invitations.ts'
import { staffAccounts } from './tables.ts'

/**
 * The mail that invites a new member of staff. The link is created when the mail is sent, so that no job
 * contains one.
 */
export function defineInvitationMail(context: ApiContext): void {
  const { mail, database, settings, partner } = context
  mail.template<{ staffId: string }>('staff-invitation', async ({ staffId }, { now }) => {
    const [account] = await database.queries.select().from(staffAccounts).where(eq(staffAccounts.id, staffId))
    // The account was ended or accepted another invitation while this one waited.
    if (!account || account.endedAt || account.passwordHash) return null
    const token = await createInvitation(context, database.queries, { staffId, now })
    const t = textsIn(account.locale)
    return {
      to: { address: account.email, name: account.name },
      locale: account.locale,
      firstName: account.name,
      subject: t('mails:staffInvitation.subject', { brand: partner.brand }),
      heading: t('mails:staffInvitation.heading'),
      blocks: [
        { kind: 'paragraph', text: t('mails:staffInvitation.intro') },
        {
          kind: 'button',
          label: t('mails:staffInvitation.button'),
          url: deskLink(settings, 'invitation', { fragment: { token } }),
        },
        { kind: 'small', text: t('mails:staffInvitation.valid') },
      ],
    }
  })
}
