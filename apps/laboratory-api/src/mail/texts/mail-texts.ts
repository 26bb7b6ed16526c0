/** What the mails of accounts and support say, and the frame of every mail. */
export interface MailTexts {
  greeting: (firstName: string) => string
  foot: { automatic: string; support: string }
  /** To a new account. */
  welcome: { heading: string; intro: string }
  /** Code and link that prove a mailbox. */
  confirm: {
    /** The code stands first: a phone shows it without opening the mail. */
    subject: (code: string) => string
    heading: string
    intro: string
    code: string
    codeValid: string
    button: string
    linkValid: string
    ignore: string
  }
  /** To the new address after a change. */
  confirmNew: { subject: (code: string) => string; heading: string; intro: string }
  reset: { subject: string; heading: string; intro: string; button: string; valid: string; ignore: string }
  /** To the old address after a change. */
  changed: { subject: string; heading: string; intro: string; notYou: string; button: string }
  passwordChanged: { subject: string; heading: string; intro: string; notYou: string; button: string }
  supportCopy: {
    subject: (reference: string) => string
    heading: string
    intro: (reference: string) => string
    answer: string
  }
}
