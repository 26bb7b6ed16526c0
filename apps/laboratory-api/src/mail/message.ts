import type { Locale } from '@shop/domain/locale'
import type { PreparationItem } from '@shop/texts/preparation-items'

/** A line of a list; its head, such as from when on, is what must be seen. */
export type MailListItem = string | PreparationItem

/** A part of a mail's body; each is rendered as text and as HTML. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'small'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'code'; label: string; code: string }
  | { kind: 'facts'; rows: (readonly [label: string, value: string])[] }
  | { kind: 'list'; title?: string; items: MailListItem[] }
  | { kind: 'quote'; text: string }
  /** A code to scan from the screen or from paper, with words that say the same; `text` is its content. */
  | { kind: 'qr'; text: string; words: string }
  /** Urgent information, with the number to call. */
  | { kind: 'alarm'; text: string; label: string; phone: string }

export interface MailAttachment {
  filename: string
  contentType: string
  content: string | Buffer
}

/** A mail before it is rendered. Subject and file names must not reveal anything about health. */
export interface MailMessage {
  to: { address: string; name?: string }
  replyTo?: string
  /** Mails of one conversation are grouped in a mailbox. */
  conversation?: string
  locale: Locale
  subject: string
  /** Greets by first name when given. */
  firstName?: string
  /** Small, over the heading: what it is about, such as an order. */
  above?: string
  heading: string
  blocks: MailBlock[]
  attachments?: MailAttachment[]
}
