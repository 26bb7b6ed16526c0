import { LOCALES } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { sourceTexts } from './compiled-messages.ts'
import type { TextKey } from './create-texts.ts'

const TEXTS = LOCALES.map((locale) => sourceTexts(locale))
const english = sourceTexts('en')
const inAll = (key: string) => TEXTS.map((texts) => texts[key])

type Apart = readonly [why: string, ...keys: TextKey[]][]

/** Keys with the same words in every language, and why they are not one. Single words label too many things. */
const SAME: Apart = [
  // Until the next release: an open page may send its form to a process of the release before, which names these.
  ['an answer of the release before', 'forms.required.any', 'order.call.missing.any'],
  ['an answer of the release before', 'forms.required.phone', 'order.call.missing.phone'],
  ['an answer of the release before', 'forms.wrong.phone', 'order.call.wrong.phone'],
  ['an answer of the release before', 'order.visit.chooseTime', 'order.call.missing.visitDate'],
  // Until the next release: an open page of the desk shows what the release before calls these.
  ['an open page of the release before', 'desk:money.notice.requested', 'desk:money.told.requested'],
  ['an open page of the release before', 'desk:money.notice.approved', 'desk:money.told.approved'],
  ['an open page of the release before', 'desk:money.notice.declined', 'desk:money.told.declined'],
  ['an open page of the release before', 'desk:laboratory.notice.open', 'desk:laboratory.told.open'],
  ['an open page of the release before', 'desk:laboratory.notice.taken', 'desk:laboratory.told.taken'],
  ['an open page of the release before', 'desk:laboratory.notice.setAside', 'desk:laboratory.told.setAside'],
  ['the page of a busy shop is made without the file of texts', 'busy:retry', 'shell.error.retry'],
  ['the page of a busy shop is made without the file of texts', 'busy:send', 'desk:sendAgain'],
  ['the one by the kind of the visit', 'cart:summary.delivery', 'order.next.homeCall'],
  ['the one by what became of the mail', 'account.notice.mailSent', 'order.email.mail.sent'],
  ['the one by what was read', 'account.dataViews.order', 'order.number'],
  ['by field', 'forms.required.gender', 'forms.wrong.gender'],
  ['by field', 'forms.wrong.email', 'forms.wrong.username'],
  ['by field', 'forms.wrong.firstName', 'forms.wrong.lastName', 'forms.wrong.name'],
  ['by field', 'forms.wrong.password', 'forms.wrong.newPassword'],
  ['the desk’s by field', 'laboratories.hours', 'desk:catalogue.field.hours'],
  ['the desk’s by step, the shop’s by state', 'order.state.collected', 'desk:step.takeSamples'],
  [
    'by the group of values, by the system',
    'results.groupAbout.foodAllergens',
    'systems:about.allergology-food',
  ],
  ['the desk’s by status', 'shell.error.server.title', 'desk:error.500'],
  [
    'by what happened; of another mail they differ',
    'mails:sessionsEnded.subject',
    'mails:sessionsEnded.heading',
  ],
  ['the audit’s by kind', 'desk:nav.searchWords', 'desk:audit.kind.searchWords'],
  ['by role, by part', 'desk:nav.sheet', 'desk:role.homeVisits', 'desk:catalogue.part.callableRegions'],
  ['by kind of mail, by kind of event', 'desk:mails.kind.visitMoved', 'desk:event.moved'],
  ['by state, by what needs attention', 'desk:money.state.refundDue', 'desk:money.attentionOf.refundDue'],
  ['by kind, by verdict', 'desk:money.kind.settled', 'desk:money.verdict.settled'],
  ['by actor, by kind', 'desk:audit.actor.laboratorySystem', 'desk:audit.kind.laboratoryClient'],
  ['the one by list', 'desk:searchWords.ownNone', 'desk:critical.none.settled'],
]

/** Keys with the same three or more words in English only, and why another language says it in two ways. */
const ENGLISH: Apart = [
  ['Russian and Belarusian name a page by a noun', 'account.login.register', 'account.register.title'],
  ['Russian and Belarusian: to oneself, to a doctor', 'account.reset.submit', 'results.share.pass'],
  ['Russian and Belarusian: a request, a button', 'account.reset.newTitle', 'mails:reset.button'],
  [
    'Russian and Belarusian: a request, a button',
    'account.secondStep.enterCode',
    'account.settings.enterCode',
  ],
  [
    'a request, a button; in Polish an hour, an appointment',
    'order.call.wrong.visitDate',
    'order.visitChange.move',
  ],
  ['a person visits, a passkey is used', 'account.settings.lastUsed', 'account.passkey.lastUsed'],
  ['a button, a title', 'account.rights.limits.endRestriction', 'desk:rights.endTitle'],
  [
    'the desk’s is one choice of two: the account, or this patient',
    'patients.delete',
    'desk:rights.removePatient',
  ],
  ['a note and a reason have different genders in Polish', 'desk:order.noteHint', 'desk:money.reasonHint'],
  ['a subject is short', 'mails:passwordChanged.subject', 'mails:passwordChanged.heading'],
]

/** The keys of each text, or of each text in all languages, that has at least so many words and several keys. */
const groupsOf = (identity: (key: string) => string, leastWords: number) =>
  [...Map.groupBy(Object.keys(english), identity).values()].filter(
    (keys) => keys.length > 1 && english[keys[0]!]!.split(/\s+/).length >= leastWords,
  )

const listed = (lists: Apart) => lists.map(([, ...keys]) => keys.toSorted().join(' ')).sort()

test('words that are the same in every language have one key, or a reason for several', () => {
  const same = groupsOf((key) => inAll(key).join('\n'), 2)
  expect(same.map((keys) => keys.toSorted().join(' ')).sort()).toEqual(listed(SAME))
})

test('words that are the same in English alone have a reason to differ elsewhere', () => {
  const different = groupsOf((key) => english[key]!, 3).filter(
    (keys) => new Set(keys.map((key) => inAll(key).join('\n'))).size > 1,
  )
  expect(different.map((keys) => keys.toSorted().join(' ')).sort()).toEqual(listed(ENGLISH))
})
