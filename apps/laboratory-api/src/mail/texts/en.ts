import type { MailTexts } from './mail-texts.ts'

export const en: MailTexts = {
  greeting: (firstName) => `Hello ${firstName},`,
  foot: {
    automatic: 'This letter was sent automatically.',
    support: 'Questions? Write to us:',
  },
  welcome: {
    heading: 'Welcome',
    intro: 'Your account is ready. Please confirm that this e-mail address is yours: orders need it.',
  },
  confirm: {
    subject: (code) => `${code} is your code to confirm your e-mail address`,
    heading: 'Confirm your e-mail address',
    intro: 'Please confirm that this e-mail address is yours.',
    code: 'Your code',
    codeValid: 'Type it where the shop asks for it. It is valid for 10 minutes.',
    button: 'Confirm the address',
    linkValid: 'Or open this link and press the button there. It is valid for 24 hours.',
    ignore:
      'If you did not ask for this letter, do nothing: without the code nobody can confirm the address.',
  },
  confirmNew: {
    subject: (code) => `${code} is your code to confirm your new e-mail address`,
    heading: 'Your new e-mail address',
    intro: 'This address has been set for your account. Please confirm that it is yours.',
  },
  reset: {
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    intro: 'Someone, probably you, asked for a new password for your account.',
    button: 'Choose a new password',
    valid: 'The link works once and is valid for 30 minutes. You will be signed out everywhere.',
    ignore: 'If it was not you, do nothing: your password stays as it is.',
  },
  changed: {
    subject: 'The e-mail address of your account has been changed',
    heading: 'Your e-mail address has been changed',
    intro: 'Another e-mail address has been set for your account. Letters will go there.',
    notYou:
      'If it was not you, choose a new password now: until the new address is confirmed, the link for it comes to this one. You can then sign in with this address and set it again.',
    button: 'It was not me',
  },
  passwordChanged: {
    subject: 'Your password has been changed',
    heading: 'Your password has been changed',
    intro: 'The password of your account has just been changed. Other devices have been signed out.',
    notYou: 'If it was not you, choose a new password now and write to us.',
    button: 'Choose a new password',
  },
  supportCopy: {
    subject: (reference) => `Your message ${reference}`,
    heading: 'We have your message',
    intro: (reference) => `Thank you for writing. The number of your message is ${reference}.`,
    answer: 'We answer to this address, usually within one working day.',
  },
}
