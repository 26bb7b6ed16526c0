import { arrayContains, asc, desc, eq, inArray } from 'drizzle-orm'
import { type Attachment, attachment, type Message, message } from '../tables.ts'
import type { Mailbox } from './store-message.ts'

const MOST = 100

export type MessageWithAttachments = Message & { attachments: Attachment[] }

/** At most a hundred mails, newest first; only those to one recipient if `to` is given. */
export async function listMessages(
  { database }: Mailbox,
  { to }: { to?: string | undefined },
): Promise<MessageWithAttachments[]> {
  const messages = await database.queries
    .select()
    .from(message)
    .where(to ? arrayContains(message.recipients, [to.trim().toLowerCase()]) : undefined)
    .orderBy(desc(message.seq))
    .limit(MOST)
  return withAttachments({ database }, messages)
}

/** Undefined if there is no such message. */
export async function findMessage(
  { database }: Mailbox,
  { id }: { id: string },
): Promise<MessageWithAttachments | undefined> {
  const messages = await database.queries.select().from(message).where(eq(message.id, id))
  const [found] = await withAttachments({ database }, messages)
  return found
}

async function withAttachments(
  { database }: Pick<Mailbox, 'database'>,
  messages: Message[],
): Promise<MessageWithAttachments[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const attachments = await database.queries
    .select()
    .from(attachment)
    .where(inArray(attachment.messageId, ids))
    .orderBy(asc(attachment.position))
  const byMessage = Map.groupBy(attachments, ({ messageId }) => messageId)
  return messages.map((found) => ({ ...found, attachments: byMessage.get(found.id) ?? [] }))
}

/** A message as returned by `GET /mailbox/messages`; binary attachments are base64 in `content`. */
export function describeMessage(found: MessageWithAttachments) {
  const { id, receivedAt, recipients, subject, text, html, attachments } = found
  return {
    id,
    date: receivedAt.toISOString(),
    to: recipients.join(', '),
    subject,
    text,
    html,
    attachments: attachments.map(describeAttachment),
  }
}

function describeAttachment({ filename, contentType, isText, content }: Attachment) {
  const bytes = Buffer.from(content)
  return isText
    ? { filename, contentType, text: bytes.toString('utf8') }
    : { filename, contentType, text: '', content: bytes.toString('base64') }
}
