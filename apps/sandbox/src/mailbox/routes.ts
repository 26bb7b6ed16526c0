import { Hono } from 'hono'
import { z } from 'zod'
import { respondWithPage } from '../pages/respond-with-page.ts'
import { describeMessage, findMessage, listMessages } from './list-messages.ts'
import { listPage, messagePage, unknownMessagePage } from './mailbox-pages.ts'
import type { Mailbox } from './store-message.ts'

/** Access to the mails that arrived: as pages for people, as JSON for tests. */
export function mailboxRoutes(mailbox: Mailbox): Hono {
  const routes = new Hono()

  routes.get('/', async (context) => {
    const to = context.req.query('to') || undefined
    const messages = await listMessages(mailbox, { to })
    return respondWithPage(
      context,
      listPage(mailbox, { messages, to, auto: context.req.query('auto') === '1' }),
    )
  })

  routes.get('/messages', async (context) => {
    const messages = await listMessages(mailbox, { to: context.req.query('to') })
    context.header('Cache-Control', 'no-store')
    return context.json(messages.map(describeMessage))
  })

  routes.get('/messages/:id', async (context) => {
    const message = await find(context.req.param('id'))
    return respondWithPage(context, message ? messagePage(mailbox, message) : unknownMessagePage(mailbox))
  })

  routes.get('/messages/:id/attachments/:position', async (context) => {
    const message = await find(context.req.param('id'))
    const part = message?.attachments.find(({ position }) => `${position}` === context.req.param('position'))
    if (!part) return respondWithPage(context, unknownMessagePage(mailbox))
    return context.body(new Uint8Array(part.content), 200, {
      'Content-Type': part.contentType,
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeFilename(part.filename)}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
  })

  async function find(id: string) {
    return z.uuid().safeParse(id).success ? findMessage(mailbox, { id }) : undefined
  }

  return routes
}

/** RFC 8187: also encodes the characters that `encodeURIComponent` leaves and the header does not allow. */
function encodeFilename(filename: string): string {
  return encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
