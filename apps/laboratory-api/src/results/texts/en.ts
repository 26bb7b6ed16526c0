import type { ResultTexts } from './result-texts.ts'

export const en: ResultTexts = {
  absent: {
    unknown: 'No value was reported',
    error: 'The measurement failed',
    cancelled: 'Cancelled by the laboratory',
    pending: 'Not measured yet',
    notPerformed: 'Not measured',
    sample: 'The sample could not be used',
  },
  homeVisits: (city) => `Home visits, ${city}`,
  mail: {
    subject: 'A result is ready',
    heading: 'A result is ready',
    intro: (number) => `A result of your order ${number} is ready. Log in to read it.`,
    button: 'Read the result',
    critical: 'A value in it needs a doctor’s attention today. Please read the result now and call a doctor.',
    privacy: 'For your privacy, this e-mail says nothing about the values themselves.',
  },
  paper: {
    title: 'Laboratory results',
    issued: 'Issued',
    incomplete: 'Not everything is reported yet: this document shows what was known when it was issued.',
    notice:
      'A result is not a diagnosis. Show every value outside its range to your doctor, who knows the whole picture.',
    verify: (url) =>
      `To check this document, scan the QR code, or open ${url} and type the code. You are asked for the patient’s date of birth.`,
    page: (page, pages) => `Page ${page} of ${pages}`,
  },
}
