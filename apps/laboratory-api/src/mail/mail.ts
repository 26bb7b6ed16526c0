import { randomUUIDv7 } from 'node:crypto'
import type { Partner } from '@shop/contract/partner'
import type { Queries } from '@shop/database/open-database'
import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import type { LaboratoryApiSettings } from '../api-settings.ts'
import type { JobData, Jobs } from '../jobs/jobs.ts'
import { mails } from '../metrics.ts'
import type { MailMessage } from './message.ts'
import { renderMail } from './render-mail.ts'

const QUEUE = 'mail'
/** With pauses that grow to five minutes, the last attempt is about eight hours after the first. */
const RETRY_LIMIT = 100

/**
 * Loads the content of a mail when it is sent, and creates its codes then; null: the mail no longer applies (the
 * account is gone). Runs again when sending failed.
 */
export type MailLoader<Data extends JobData[string] = JobData[string]> = (
  data: Data,
  job: { id: string; now: Date },
) => Promise<MailMessage | null>

/** The outcome of a mail: accepted by the server, refused by it for good, or dropped since it no longer applied. */
export type MailEnd = { outcome: 'sent' | 'refused'; address: string } | { outcome: 'dropped' }

/** Records which mails there were, for staff who ask later. Each mail has the id of its job. */
export interface MailKeeper {
  queued(queries: Queries, mail: { id: string; template: string; data: JobData[string] }): Promise<void>
  ended(id: string, end: MailEnd): Promise<void>
}

export interface Mail {
  /**
   * Registers a kind of mail; before the jobs start. `former` is its name in the previous release, whose workers could
   * not read a mail of the new kind: under the new name they leave it alone and put it back for ours.
   */
  template<Data extends JobData[string]>(
    name: string | [name: string, former: string],
    loader: MailLoader<Data>,
  ): void
  /** Sets the keeper that is notified of mails with an `orderId`, and of their outcome. */
  keepBy(keeper: MailKeeper): void
  /** Puts a mail into the outbox in the transaction of its cause, and returns its id. `data` contains ids only. */
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

/** The mail server's refusal without its text, which repeats addresses: `EENVELOPE 550 RCPT TO`. */
class MailNotSent extends Error {
  readonly code: string
  readonly permanent: boolean
  constructor(error: unknown) {
    const { code, responseCode, command } = error as {
      code?: string
      responseCode?: number
      command?: string
    }
    super('the mail server did not accept a mail')
    this.name = 'MailNotSent'
    this.code = [code, responseCode, command].filter(Boolean).join(' ') || 'no answer'
    // Retrying does not help if the mailbox does not exist; any other fault may pass.
    this.permanent = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  }
}

/** The outbox: mails are jobs, rendered and sent outside the request, retried while the mail server is away. */
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
        // The same for every attempt, so that a mail that arrives twice after a crash can be recognised.
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
    { retryLimit: RETRY_LIMIT, retryDelaySeconds: 2, concurrency: settings.mailConcurrency },
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
        logger.warn({ template, jobId, code: error.code }, 'mail refused permanently')
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
