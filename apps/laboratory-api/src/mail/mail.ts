import { randomUUIDv7 } from 'node:crypto'
import type { Partner } from '@shop/contract/partner'
import type { Queries } from '@shop/database/open-database'
import { mails } from '@shop/server/metrics'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { JobData, Jobs } from '../jobs/jobs.ts'
import type { LaboratoryApiSettings } from '../settings.ts'
import type { MailMessage } from './message.ts'
import { renderMail } from './render-mail.ts'

const QUEUE = 'mail'
/** With pauses growing to five minutes the last try comes about eight hours after the first. */
const RETRY_LIMIT = 100

/**
 * Loads what a mail says when it is sent, and makes its codes then; null: there is nothing to say any more (the
 * account is gone). Runs again when sending failed.
 */
export type MailLoader<Data extends JobData[string] = JobData[string]> = (
  data: Data,
  job: { id: string; now: Date },
) => Promise<MailMessage | null>

/** What became of a mail: taken by the server, refused by it for good, or there was nothing to say any more. */
export type MailEnd = { outcome: 'sent' | 'refused'; address: string } | { outcome: 'dropped' }

/** Keeps which mails there were, where somebody asks for them later. Its mails are named by their jobs. */
export interface MailKeeper {
  queued(queries: Queries, mail: { id: string; template: string; data: JobData[string] }): Promise<void>
  ended(id: string, end: MailEnd): Promise<void>
}

export interface Mail {
  /**
   * Names a kind of mail; before the jobs start. Under another name than `former`, the one that the release before has for it,
   * its workers leave alone what they could not read, and put it back for ours.
   */
  template<Data extends JobData[string]>(
    name: string | [name: string, former: string],
    loader: MailLoader<Data>,
  ): void
  /** Tells what is put in with an `orderId`, and what becomes of it. */
  keepBy(keeper: MailKeeper): void
  /** Puts a mail into the outbox with the transaction of its cause, and answers its id. `data` holds ids only. */
  send(
    queries: Queries,
    template: string,
    data: JobData[string],
    options?: { startAfter?: Date },
  ): Promise<string>
  /** Whether the mail server answers. */
  check(): Promise<boolean>
}

interface MailOptions {
  jobs: Jobs
  settings: LaboratoryApiSettings
  partner: Partner
  logger: Logger
  now: () => Date
}

/** The mail server's refusal without its words, which repeat addresses: `EENVELOPE 550 RCPT TO`. */
class MailNotSent extends Error {
  readonly code: string
  readonly permanent: boolean
  constructor(error: unknown) {
    const { code, responseCode, command } = error as {
      code?: string
      responseCode?: number
      command?: string
    }
    super('the mail server did not take a mail')
    this.name = 'MailNotSent'
    this.code = [code, responseCode, command].filter(Boolean).join(' ') || 'no answer'
    // A mailbox that does not exist will not come into being by asking again; anything else may pass.
    this.permanent = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  }
}

/** The outbox: mails are jobs, rendered and sent outside the request, tried again while the mail server is away. */
export function createMail({ jobs, settings, partner, logger, now }: MailOptions): Mail {
  const loaders = new Map<string, MailLoader>()
  let keeper: MailKeeper | undefined
  const transport = createTransport({
    url: settings.mail.smtpUrl,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = /@([\w.-]+)/.exec(settings.mail.from)?.[1] ?? 'localhost'

  async function deliver(jobId: string, message: MailMessage): Promise<void> {
    const { text, html, pictures } = renderMail(message, partner, settings.publicUrl)
    await transport
      .sendMail({
        from: {
          name: partner.brand,
          address: /<([^>]+)>/.exec(settings.mail.from)?.[1] ?? settings.mail.from,
        },
        to: message.to.name ? { name: message.to.name, address: message.to.address } : message.to.address,
        ...(message.replyTo ? { replyTo: message.replyTo } : {}),
        subject: message.subject,
        text,
        html,
        // The same for every try: who gets a mail twice after a crash can tell by it.
        messageId: `<${jobId}@${host}>`,
        ...(message.conversation ? { references: `<${message.conversation}@${host}>` } : {}),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': message.locale },
        attachments: [...pictures, ...(message.attachments ?? [])],
      })
      .catch((error) => {
        throw new MailNotSent(error)
      })
  }

  jobs.define(
    QUEUE,
    { retryLimit: RETRY_LIMIT, retryDelaySeconds: 2, concurrency: settings.mailsAtOnce },
    async (data, jobId, noteDone) => {
      const template = String(data.template)
      const loader = loaders.get(template)
      if (!loader) throw new Error(`no mail template ${template}`)
      const keep = async (end: MailEnd) => {
        if (typeof data.orderId === 'string') await keeper?.ended(jobId, end)
      }
      const message = await loader(data, { id: jobId, now: now() })
      if (!message) return noteDone(() => keep({ outcome: 'dropped' }))
      const { address } = message.to
      try {
        await deliver(jobId, message)
      } catch (error) {
        const isRefused = error instanceof MailNotSent && error.permanent
        mails.inc({ template, outcome: isRefused ? 'refused' : 'failed' })
        if (!isRefused) throw error
        await noteDone(() => keep({ outcome: 'refused', address }), { refused: error.code })
        logger.warn({ template, jobId, code: error.code }, 'mail refused for good')
        return
      }
      await noteDone(() => keep({ outcome: 'sent', address }))
      mails.inc({ template, outcome: 'sent' })
      logger.info({ template, jobId }, 'mail sent')
    },
  )

  return {
    template(name, loader) {
      for (const called of [name].flat()) loaders.set(called, loader as unknown as MailLoader)
    },
    check: () =>
      transport.verify().then(
        () => true,
        () => false,
      ),
    keepBy(keeping) {
      keeper = keeping
    },
    async send(queries, template, data, options) {
      const id = randomUUIDv7()
      await jobs.send(queries, QUEUE, { ...data, template }, { ...options, id })
      if (typeof data.orderId === 'string') await keeper?.queued(queries, { id, template, data })
      return id
    },
  }
}
