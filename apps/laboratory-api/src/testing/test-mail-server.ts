import { once, setMaxListeners } from 'node:events'
import type { AddressInfo } from 'node:net'
import { PATIENCE_MS } from '@shop/database/testing/patience'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface TestMail extends Email {
  recipients: string[]
}

export interface TestMailServer {
  url: string
  /** Every mail that has arrived, in order. */
  mails: TestMail[]
  /** Waits for the first mail that fits and was not taken before. */
  take(fits: { to: string; subject?: RegExp }): Promise<TestMail>
  /** Refuses the next mails with this SMTP code; null: accepts them. */
  refuse(code: number | null): void
  /** How many mails were refused. */
  refusals(): number
  /** Waits until this many mails were refused. */
  refused(count: number): Promise<void>
  /** Waits until this many mails have arrived. */
  arrived(count: number): Promise<void>
  /** Waits until each of these recipients has a mail. */
  arrivedFor(recipients: readonly string[]): Promise<void>
  /** Never answers senders to this recipient; null: answers all. */
  keepWaiting(recipient: string | null): void
  /** Answers 550 to this recipient. */
  refuseRecipient(address: string, isRefused?: boolean): void
  close(): Promise<void>
}

/** A real SMTP server on a free port (or a given one) that keeps the mails it receives. */
export async function startTestMailServer(port = 0, thinksMs = 0): Promise<TestMailServer> {
  const mails: TestMail[] = []
  const taken = new Set<TestMail>()
  const happenings = new EventTarget()
  // A test may wait for many mails at the same time.
  setMaxListeners(0, happenings)
  let refusal: number | null = null
  let refusedCount = 0
  const unknownRecipients = new Set<string>()
  let unanswered: string | null = null
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address: recipient }, _session, done) {
      if (recipient === unanswered) return
      if (!unknownRecipients.has(recipient)) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        if (refusal !== null) {
          refusedCount++
          happenings.dispatchEvent(new Event('mail'))
          done(Object.assign(new Error('refused'), { responseCode: refusal }))
          return
        }
        if (thinksMs > 0) await new Promise((resolve) => setTimeout(resolve, thinksMs))
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) })
        done()
        happenings.dispatchEvent(new Event('mail'))
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo

  async function nextHappening(awaited: string): Promise<void> {
    await once(happenings, 'mail', { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => {
      throw new Error(`waited for ${awaited}`)
    })
  }

  async function take({ to, subject }: { to: string; subject?: RegExp }): Promise<TestMail> {
    for (;;) {
      const mail = mails.find(
        (candidate) =>
          !taken.has(candidate) &&
          candidate.recipients.includes(to) &&
          (!subject || subject.test(candidate.subject ?? '')),
      )
      if (mail) {
        taken.add(mail)
        return mail
      }
      await nextHappening(`a mail to ${to}${subject ? ` about ${subject}` : ''}`)
    }
  }

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    take,
    refuse: (code) => {
      refusal = code
    },
    refusals: () => refusedCount,
    async refused(count) {
      while (refusedCount < count) await nextHappening(`${count} refusals`)
    },
    async arrived(count) {
      while (mails.length < count) await nextHappening(`${count} mails`)
    },
    async arrivedFor(wanted) {
      const missing = () => {
        const served = new Set(mails.flatMap(({ recipients }) => recipients))
        return wanted.filter((recipient) => !served.has(recipient))
      }
      while (missing().length > 0) await nextHappening(`mails to ${missing().slice(0, 3)}`)
    },
    keepWaiting: (recipient) => {
      unanswered = recipient
    },
    refuseRecipient: (address, isRefused = true) => {
      if (isRefused) unknownRecipients.add(address)
      else unknownRecipients.delete(address)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
