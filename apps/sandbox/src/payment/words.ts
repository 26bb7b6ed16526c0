const en = {
  note: 'Test page: no money moves and no card is needed',
  title: 'Payment',
  order: 'For',
  number: 'Payment number',
  payUntil: 'Pay until',
  choose: 'What should happen?',
  pay: 'Pay',
  decline: 'Decline, as a bank might',
  close: 'Close and go back to the shop',
  paid: 'This payment has been made.',
  pending: 'The bank has not confirmed this payment yet.',
  failed: 'The payment was declined and no further attempt is possible.',
  triedAgain: 'The last attempt was declined. You can try again.',
  expired: 'The time for this payment is over. Nothing was charged.',
  unknown: 'There is no such payment.',
  back: 'Back to the shop',
  awayTitle: 'This page is away for a moment',
  away: 'Nothing was paid or lost. Please try again in a moment.',
  again: 'Try again',
}

export type Words = typeof en

const ru: Words = {
  note: 'Тестовая страница: деньги не списываются, карта не нужна',
  title: 'Оплата',
  order: 'За что',
  number: 'Номер платежа',
  payUntil: 'Оплатить до',
  choose: 'Что должно произойти?',
  pay: 'Оплатить',
  decline: 'Отклонить, как мог бы банк',
  close: 'Закрыть и вернуться в магазин',
  paid: 'Этот платёж проведён.',
  pending: 'Банк ещё не подтвердил этот платёж.',
  failed: 'Платёж отклонён, новых попыток больше нет.',
  triedAgain: 'Последняя попытка отклонена. Можно попробовать ещё раз.',
  expired: 'Время на оплату истекло. Деньги не списаны.',
  unknown: 'Такого платежа нет.',
  back: 'Вернуться в магазин',
  awayTitle: 'Страница ненадолго недоступна',
  away: 'Ничего не списано и ничего не потеряно. Попробуйте ещё раз чуть позже.',
  again: 'Попробовать снова',
}

const pl: Words = {
  note: 'Strona testowa: pieniądze nie są pobierane, karta nie jest potrzebna',
  title: 'Płatność',
  order: 'Za co',
  number: 'Numer płatności',
  payUntil: 'Termin płatności',
  choose: 'Co ma się stać?',
  pay: 'Zapłać',
  decline: 'Odrzuć, jak mógłby zrobić bank',
  close: 'Zamknij i wróć do sklepu',
  paid: 'Płatność została przyjęta.',
  pending: 'Bank jeszcze nie potwierdził tej płatności.',
  failed: 'Płatność została odrzucona, kolejna próba nie jest możliwa.',
  triedAgain: 'Ostatnia próba została odrzucona. Możesz spróbować ponownie.',
  expired: 'Czas na płatność minął. Pieniądze nie zostały pobrane.',
  unknown: 'Nie ma takiej płatności.',
  back: 'Wróć do sklepu',
  awayTitle: 'Strona jest chwilowo niedostępna',
  away: 'Pieniądze nie zostały pobrane i nic nie przepadło. Spróbuj ponownie za chwilę.',
  again: 'Spróbuj ponownie',
}

const be: Words = {
  note: 'Тэставая старонка: грошы не спісваюцца, картка не патрэбная',
  title: 'Аплата',
  order: 'За што',
  number: 'Нумар плацяжу',
  payUntil: 'Аплаціць да',
  choose: 'Што павінна адбыцца?',
  pay: 'Аплаціць',
  decline: 'Адхіліць, як мог бы банк',
  close: 'Закрыць і вярнуцца ў краму',
  paid: 'Гэты плацёж праведзены.',
  pending: 'Банк яшчэ не пацвердзіў гэты плацёж.',
  failed: 'Плацёж адхілены, новых спроб больш няма.',
  triedAgain: 'Апошняя спроба адхіленая. Можна паспрабаваць яшчэ раз.',
  expired: 'Час на аплату скончыўся. Грошы не спісаныя.',
  unknown: 'Такога плацяжу няма.',
  back: 'Вярнуцца ў краму',
  awayTitle: 'Старонка часова недаступная',
  away: 'Нічога не спісана і нічога не страчана. Паспрабуйце яшчэ раз крыху пазней.',
  again: 'Паспрабаваць зноў',
}

export const WORDS: Readonly<Record<string, Words>> = { en, ru, pl, be }

/** The page's texts in the language that the shop asked for or the browser prefers; English if there are none. */
export function wordsFor(wanted: string | null | undefined): { words: Words; language: string } {
  const known = wanted?.toLowerCase().split(/[-,;]/)[0]?.trim() ?? ''
  const language = Object.hasOwn(WORDS, known) ? known : 'en'
  return { words: WORDS[language]!, language }
}
