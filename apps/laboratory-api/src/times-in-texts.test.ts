import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '@shop/domain/locale'
import { OUTSIDE_WAYS, type OutsideWay } from '@shop/domain/refunds'
import { RESTRICTION_END_DAYS } from '@shop/domain/rights'
import { sourceTexts } from '@shop/texts/compiled-messages'
import type { TextKey } from '@shop/texts/create-texts'
import { expect, test } from 'vitest'
import { MAILED_LIFETIMES_MS } from './accounts/mailed-secrets.ts'
import { FRESH_MS } from './accounts/second-factor/take-code.ts'
import { PERIOD_MS } from './accounts/second-factor/totp.ts'
import { PAPER_DAYS } from './results/paper/issue-paper.ts'
import { REFUSED_REPORT_DAYS, UNANSWERED_QUERY_DAYS, VISIT_ANSWER_DAYS } from './retention.ts'
import { LATEST_DAYS } from './rights/ask-right.ts'
import { INVITATION_LIFETIME_MS } from './staff/invitations.ts'
import { GUEST_LINK_DAYS } from './support/guest-links.ts'

const SECOND = 1_000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Texts that state how long something lasts; as parameters of texts for browsers these numbers would weigh more. */
const TIMES: Readonly<Partial<Record<TextKey, readonly number[]>>> = {
  'account.reset.sentText': [MAILED_LIFETIMES_MS.resetPassword / MINUTE],
  'mails:reset.valid': [MAILED_LIFETIMES_MS.resetPassword / MINUTE],
  'account.confirm.tokenHint': [MAILED_LIFETIMES_MS.confirmEmail / HOUR],
  'mails:confirm.linkValid': [MAILED_LIFETIMES_MS.confirmEmail / HOUR],
  'mails:confirm.linkAlone': [MAILED_LIFETIMES_MS.confirmEmail / HOUR],
  'account.confirm.codeHint': [MAILED_LIFETIMES_MS.logIn / MINUTE],
  'mails:confirm.codeValid': [MAILED_LIFETIMES_MS.logIn / MINUTE],
  'account.undo.hint': [MAILED_LIFETIMES_MS.undoEmailChange / DAY],
  'mails:changed.notYou': [MAILED_LIFETIMES_MS.undoEmailChange / DAY],
  'mails:supportAnswer.reply': [GUEST_LINK_DAYS],
  'mails:staffInvitation.valid': [INVITATION_LIFETIME_MS / DAY],
  'account.prove.leadResults': [FRESH_MS / HOUR],
  'account.security.appText': [PERIOD_MS / SECOND, FRESH_MS / HOUR],
  'results.verify.notFoundText': [PAPER_DAYS],
  'order.questions.hint': [VISIT_ANSWER_DAYS],
  'desk:laboratory.asideHint': [REFUSED_REPORT_DAYS],
  'desk:searchWords.privacy': [UNANSWERED_QUERY_DAYS],
  'desk:rights.cameWrong': [LATEST_DAYS],
  'desk:rights.endReasonHint': [RESTRICTION_END_DAYS],
}

test.each(LOCALES)('the times that texts of %s state are those of the rules', (locale) => {
  const texts = sourceTexts(locale)
  const said = Object.keys(TIMES).map((key) => [key, (texts[key]!.match(/\d+/g) ?? []).map(Number)])
  expect(Object.fromEntries(said)).toEqual(TIMES)
})

test('no other text states a number of minutes, hours or days', () => {
  const stated = /\b\d+ (?:minutes|hours|days|seconds)\b/
  const others = Object.entries(sourceTexts('en')).filter(
    ([key, text]) => stated.test(text) && !(key in TIMES),
  )
  expect(others.map(([key]) => key).sort()).toEqual([
    // As in the payment and refund rules.
    'desk:ready.refund.text',
    'mails:refundDue.next',
    // What the shop asks for when it makes such a link.
    'results.share.healthLink.what',
  ])
})

/** What the rules in force say about how and when money is refunded. */
function refundRules(locale: Locale): string | undefined {
  const folder = join(import.meta.dirname, '../legal-documents/payment-and-refund-rules')
  const versions = readdirSync(folder).filter((file) => file.endsWith(`.${locale}.md`))
  const rules = readFileSync(
    join(folder, versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)!),
    'utf8',
  )
  return rules.split(/^## /m).find((part) => part.startsWith('7.'))
}

test.each(LOCALES)('what texts of %s say about the time of a refund is in the rules on refunds', (locale) => {
  const texts = sourceTexts(locale)
  const numbers = ['desk:ready.refund.text', 'mails:refundDue.next'].flatMap(
    (key) => texts[key]!.match(/\d+/g) ?? [],
  )
  expect(numbers).toEqual(['3', '30', '7', '3', '30'])
  expect(refundRules(locale)?.match(/\d+/g)).toEqual(['7', '7', '3', '30'])
})

/** Of each way in which money is refunded outside the shop, the words of the mail that says so. */
const WAYS: Readonly<Record<OutsideWay, Readonly<Record<Locale, string>>>> = {
  bankTransfer: {
    en: 'by bank transfer',
    ru: 'банковским переводом',
    pl: 'przelewem bankowym',
    be: 'банкаўскім пераводам',
  },
  cash: { en: 'in cash', ru: 'наличными', pl: 'w gotówce', be: 'наяўнымі' },
}

test.each(LOCALES)('in %s the rules on refunds allow each way of which a mail tells', (locale) => {
  const texts = sourceTexts(locale)
  for (const way of OUTSIDE_WAYS) {
    expect(texts[`mails:refunded.${way}`]).toContain(WAYS[way][locale])
    expect(refundRules(locale)).toContain(WAYS[way][locale])
  }
})
