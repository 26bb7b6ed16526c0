import { DEFAULT_TIME_ZONE } from '@shop/server/settings'
import { html } from 'hono/html'
import type { Html, Page } from '../pages/respond-with-page.ts'
import type { Attachment, Message } from '../tables.ts'
import type { MessageWithAttachments } from './list-messages.ts'
import type { Mailbox } from './store-message.ts'

const NOTE = 'Test mailbox: mails arrive here and go no further'
const REFRESH_SECONDS = 5

/** The list, newest first. `auto` makes the browser reload it every few seconds. */
export function listPage(
  mailbox: Mailbox,
  { messages, to, auto }: { messages: Message[]; to: string | undefined; auto: boolean },
): Page {
  return {
    title: 'Mailbox',
    note: NOTE,
    ...(auto ? { refreshSeconds: REFRESH_SECONDS } : {}),
    body: html`
<h1>Mailbox</h1>
<form class="row" method="get" action="${mailbox.basePath}">
<label>Mails to this address<input name="to" type="email" value="${to ?? ''}" autocomplete="off"></label>
<button>Show</button>
</form>
<p><a href="${listUrl(mailbox, { to, auto })}">Refresh</a> ·
<a href="${listUrl(mailbox, { to, auto: !auto })}">${auto ? 'Stop refreshing' : `Refresh every ${REFRESH_SECONDS} seconds`}</a></p>
${
  messages.length
    ? html`<ul class="list">${messages.map((message) => listItem(mailbox, message))}</ul>`
    : html`<p class="quiet" role="status">No mail${to ? ` to ${to}` : ''} yet.</p>`
}`,
  }
}

function listItem({ basePath }: Mailbox, { id, subject, recipients, receivedAt }: Message): Html {
  return html`<li><a href="${basePath}/messages/${id}">${subject || '(no subject)'}</a>
<span class="quiet">to ${recipients.join(', ')}, ${time(receivedAt)}</span></li>`
}

function listUrl({ basePath }: Mailbox, { to, auto }: { to: string | undefined; auto: boolean }): string {
  const query = new URLSearchParams({ ...(to ? { to } : {}), ...(auto ? { auto: '1' } : {}) })
  return query.size ? `${basePath}?${query}` : basePath
}

/** One mail. Its HTML is in a frame that runs nothing; links open a new tab. */
export function messagePage(mailbox: Mailbox, message: MessageWithAttachments): Page {
  const { subject, sender, recipients, receivedAt, attachments, text } = message
  return {
    title: subject || '(no subject)',
    note: NOTE,
    anyStyle: true,
    body: html`
<p><a href="${mailbox.basePath}">Mailbox</a></p>
<h1>${subject || '(no subject)'}</h1>
<dl class="plain"><dt>From</dt><dd>${sender}</dd><dt>To</dt><dd>${recipients.join(', ')}</dd><dt>Arrived</dt><dd>${time(receivedAt)}</dd></dl>
${attachments.length ? attachmentList(mailbox, attachments) : ''}
${message.html ? frame(withPictures(message)) : html`<pre>${text}</pre>`}
${message.html && text ? html`<details><summary>As plain text</summary><pre>${text}</pre></details>` : ''}`,
  }
}

/** Puts pictures attached to the mail in place of their references, because the frame may fetch nothing. */
function withPictures({ html: mail, attachments }: MessageWithAttachments): string {
  return attachments.reduce(
    (shown, { contentId, contentType, content }) =>
      contentId && contentType.startsWith('image/')
        ? shown.replaceAll(
            `"cid:${contentId}"`,
            `"data:${contentType};base64,${Buffer.from(content).toString('base64')}"`,
          )
        : shown,
    mail,
  )
}

function frame(mail: string): Html {
  return html`<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${`<base target="_blank">${mail}`}"></iframe>`
}

function attachmentList({ basePath }: Mailbox, attachments: Attachment[]): Html {
  const items = attachments.map(
    ({ messageId, position, filename, contentType, content }) =>
      html`<li><a href="${basePath}/messages/${messageId}/attachments/${position}">${filename}</a>
<span class="quiet">${contentType}, ${content.byteLength.toLocaleString('en')} bytes</span></li>`,
  )
  return html`<h2>Attachments</h2><ul class="list">${items}</ul>`
}

export function unknownMessagePage({ basePath }: Mailbox): Page {
  return {
    title: 'Mailbox',
    note: NOTE,
    status: 404,
    body: html`<h1>Mailbox</h1><p>There is no such mail. <a href="${basePath}">All mails</a></p>`,
  }
}

function time(instant: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: DEFAULT_TIME_ZONE,
  }).format(instant)
}
