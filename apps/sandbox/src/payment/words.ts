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
  failed: 'The payment was declined and no further try is possible.',
  triedAgain: 'The last try was declined. You can try again.',
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

/** The page's words in the language that the shop asked for; English where we have none. */
export function wordsFor(language: string | null | undefined): { words: Words; language: string } {
  return language?.startsWith('ru') ? { words: ru, language: 'ru' } : { words: en, language: 'en' }
}
