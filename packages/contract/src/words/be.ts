import type { ResultWords } from './words.ts'

export const be: ResultWords = {
  age: {
    years_one: '{{count}} год',
    years_few: '{{count}} гады',
    years_many: '{{count}} гадоў',
    years_other: '{{count}} года',
    months_one: '{{count}} месяц',
    months_few: '{{count}} месяцы',
    months_many: '{{count}} месяцаў',
    months_other: '{{count}} месяца',
    days_one: '{{count}} дзень',
    days_few: '{{count}} дні',
    days_many: '{{count}} дзён',
    days_other: '{{count}} дня',
  },
  results: {
    word: {
      normal: 'У норме',
      low: 'Ніжэй за норму',
      high: 'Вышэй за норму',
      criticalLow: 'Крытычна нізка',
      criticalHigh: 'Крытычна высока',
      abnormal: 'Адхіленне ад нормы',
    },
    status: {
      preliminary: 'Папярэдні',
      final: 'Канчатковы',
      corrected: 'Выпраўлены',
      cancelled: 'Адменены',
    },
    awaited: 'Яшчэ не гатова',
    expected: 'Чакаецца: {{date}}',
    gender: {
      M: 'мужчынскі',
      F: 'жаночы',
    },
    column: {
      name: 'Паказчык',
      result: 'Вынік',
      where: 'Адносна нормы',
      range: 'Норма',
      word: 'Ацэнка',
    },
    range: {
      none: 'нормы няма',
      below: 'менш за {{limit}}',
      above: 'больш за {{limit}}',
    },
    fact: {
      patient: 'Пацыент',
      born: 'Дата нараджэння',
      order: 'Заказ',
      sampled: 'Узяцце пробы',
      laboratory: 'Лабараторыя',
    },
    note: {
      method: 'Метад: {{method}}',
      comment: 'Каментарый лабараторыі',
      replaced: 'Выпраўлена {{date}}; раней: {{text}}',
      withdrawn: '{{name}}: адклікана {{date}}; раней: {{text}}',
    },
    critical: {
      title: 'Ёсць крытычнае значэнне',
      adult:
        'Патэлефануйце свайму ўрачу сёння, а калі вам кепска — адразу ў хуткую дапамогу. Трымайце гэты вынік пад рукой.',
      child:
        'Патэлефануйце ўрачу дзіцяці сёння, а калі дзіця выглядае хворым — адразу ў хуткую дапамогу. Трымайце гэты вынік пад рукой.',
      doctor: 'Адно са значэнняў гэтага пацыента патрабуе дзеянняў сёння.',
      phone: 'Лабараторыя',
    },
  },
}
