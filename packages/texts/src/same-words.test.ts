import { LOCALES, type Locale } from '@shop/domain/locale'
import { expect, test } from 'vitest'
import { sourceTexts } from './compiled-messages.ts'
import type { TextKey } from './create-texts.ts'

/** What a page, a mail and a paper say of the same thing, where sentences need different forms of the same words. */
const SAME_WORDS: readonly [
  about: string,
  keys: readonly TextKey[],
  words: Readonly<Record<Locale, RegExp>>,
][] = [
  [
    'an order that awaits its payment',
    ['order.state.awaitingPayment', 'order.next.pay', 'mails:received.subject'],
    { en: /awaiting payment/i, ru: /ждёт оплаты/i, pl: /czeka na płatność/i, be: /чакае аплаты/i },
  ],
  [
    'an order that has expired',
    ['order.title.expired', 'mails:expired.heading'],
    {
      en: /has expired/,
      ru: /срок оплаты заказа .*истёк/i,
      pl: /wygasło/,
      be: /тэрмін аплаты заказу .*скончыўся/i,
    },
  ],
  [
    'an order that has been cancelled',
    [
      'order.title.cancelled',
      'order.payment.cancelled',
      'mails:cancelled.subject',
      'mails:refunded.visitOff',
    ],
    { en: /has been cancelled/, ru: /заказ .*отменён/i, pl: /zostało anulowane/, be: /заказ .*адменены/i },
  ],
  [
    'the time of a visit that is off',
    ['order.cancel.question', 'order.payment.expired', 'mails:cancelled.intro', 'mails:refunded.visitOff'],
    {
      en: /visit.* released/,
      ru: /время .*визита освобо/i,
      pl: /termin .*zwolniony/i,
      be: /час .*візіту вызвал/i,
    },
  ],
  [
    'money on its way back',
    ['order.refund.approved', 'order.title.refunded'],
    {
      en: /on its way/,
      ru: /деньги возвращаются к вам/i,
      pl: /pieniądze wracają do Ciebie/i,
      be: /грошы вяртаюцца да вас/i,
    },
  ],
  [
    'money that was sent back',
    ['order.refund.done', 'mails:refunded.subject', 'mails:refunded.heading'],
    { en: /sent/, ru: /деньги возвращены/i, pl: /zwrócono pieniądze/i, be: /грошы вернуты/i },
  ],
  [
    'a total that was sent back',
    ['order.payment.refunded'],
    { en: /^Refunded$/, ru: /^Деньги возвращены$/, pl: /^Zwrócono pieniądze$/, be: /^Грошы вернуты$/ },
  ],
  [
    'an order that was cancelled after its payment, whether or not the money was sent yet',
    ['order.state.refunded'],
    { en: /with a refund$/, ru: /с возвратом/, pl: /ze zwrotem/, be: /з вяртаннем/ },
  ],
  [
    'the e-mail to be confirmed',
    ['account.confirm.title', 'mails:confirm.subject'],
    {
      en: /confirm your e-mail$/i,
      ru: /подтвер.* почт[уы]$/i,
      pl: /potwierd.* e-mail$/i,
      be: /пацв[ея]р.* пошт[уы]$/i,
    },
  ],
  [
    'the new password to be chosen',
    ['account.reset.newTitle', 'mails:reset.button', 'mails:passwordChanged.notYou'],
    {
      en: /choose a new password/i,
      ru: /выб(?:рать|ерите) новый пароль/i,
      pl: /ustaw nowe hasło/i,
      be: /выб(?:раць|ерыце) новы пароль/i,
    },
  ],
  [
    'the visit of a nurse',
    ['order.next.homeCall', 'order.list.homeCall', 'cart:summary.delivery', 'cart:summary.deliveryTo'],
    { en: /^Nurse’s visit/, ru: /^Выезд медсестры/, pl: /^Wizyta pielęgniarki/, be: /^Выезд медсястры/ },
  ],
  [
    'a critical value',
    [
      'results.criticalMark',
      'results.about.critical',
      'results.critical.adult',
      'results.critical.child',
      'mails:result.critical',
    ],
    {
      en: /call (?:a|your|your child’s)\sdoctor/i,
      ru: /позвоните (?:своему )?врачу/i,
      pl: /zadzwoń (?:dziś )?do (?:swojego )?lekarza/i,
      be: /патэлефануйце (?:свайму )?ўрачу/i,
    },
  ],
  [
    'a preliminary result',
    ['results.status.preliminary', 'results.notice.preliminary'],
    {
      en: /preliminary result$/i,
      ru: /предварительный результат$/i,
      pl: /wynik wstępny$/i,
      be: /папярэдні вынік$/i,
    },
  ],
  [
    'a test that was cancelled',
    ['results.status.cancelled', 'results.notice.cancelled'],
    {
      en: /cancelled.* test|test cancelled/i,
      ru: /отмен.* ?анализ|анализ отмен/i,
      pl: /anul.*badanie|badanie anul/i,
      be: /адмян.*аналіз|аналіз адмен/i,
    },
  ],
  [
    'a fast',
    ['cart:preparation.noFood', 'catalogue.family.fast'],
    { en: /don’t eat/, ru: /не есть/, pl: /nie je(?:dz|ść)/, be: /не есці/ },
  ],
  [
    'a baby before the visit',
    ['cart:preparation.beforeFeed', 'catalogue.preparation.baby', 'catalogue.family.beforeFeed'],
    {
      en: /right before the next feed/,
      ru: /перед очередным кормлением/,
      pl: /tuż przed kolejnym karmieniem/,
      be: /перад чарговым кармленнем/,
    },
  ],
  [
    'a container that the patient has',
    ['cart:add.bring', 'cart:preparation.ownContainer'],
    {
      en: /I have my own, unopened/,
      ru: /Есть свой, невскрытый/,
      pl: /Mam własny, nieotwarty/,
      be: /Ёсць свой, нераспакаваны/,
    },
  ],
]

test.each(SAME_WORDS)('of %s, pages, mails and papers use the same words', (_, keys, words) => {
  for (const locale of LOCALES) {
    const texts = sourceTexts(locale)
    for (const key of keys) expect(texts[key], `${locale} ${key}`).toMatch(words[locale])
  }
})
