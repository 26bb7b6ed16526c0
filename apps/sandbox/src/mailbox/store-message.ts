import { randomUUID } from 'node:crypto'
import type { Database } from '@shop/database/open-database'
import { lte } from 'drizzle-orm'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { attachment, message } from '../tables.ts'

/** What the mailbox works with. */
export interface Mailbox {
  database: Database
  /** The path of the mailbox's pages, without a slash at the end. */
  basePath: string
  now: () => Date
  onFailure: (error: unknown) => void
}

const KEPT_MESSAGES = 5_000

/**
 * Parses a raw mail and stores it; keeps a fixed number of mails and deletes the oldest. `recipients` are
 * those of the envelope.
 */
export async function storeMessage(
  { database, now }: Mailbox,
  { raw, recipients }: { raw: Uint8Array; recipients: string[] },
): Promise<void> {
  const mail = await PostalMime.parse(raw)
  await database.transaction(async (queries) => {
    const [stored] = await queries
      .insert(message)
      .values({
        id: randomUUID(),
        receivedAt: now(),
        sender: senderOf(mail),
        recipients: recipients.map((address) => address.toLowerCase()),
        subject: withoutNulls(mail.subject),
        text: withoutNulls(mail.text),
        html: withoutNulls(mail.html),
      })
      .returning({ id: message.id, seq: message.seq })
    const { id, seq } = stored!
    if (mail.attachments.length)
      await queries.insert(attachment).values(mail.attachments.map((part, index) => toRow(part, id, index)))
    await queries.delete(message).where(lte(message.seq, seq - KEPT_MESSAGES))
  })
}

function toRow({ filename, mimeType, content, contentId }: Attachment, messageId: string, position: number) {
  return {
    messageId,
    position,
    filename: withoutNulls(filename ?? `attachment-${position + 1}`),
    contentType: mimeType,
    contentId: contentId ? withoutNulls(contentId).replace(/^<|>$/g, '') : null,
    isText: /^text\/|^application\/(json|xml)$|\+(json|xml)$/.test(mimeType),
    content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }
}

function senderOf({ from }: Email): string {
  if (!from?.address) return ''
  return withoutNulls(from.name ? `${from.name} <${from.address}>` : from.address)
}

/** PostgreSQL allows no null characters in text. */
function withoutNulls(text: string | null | undefined): string {
  return (text ?? '').replaceAll('\0', '')
}
