import type { ResultWords } from './words.ts'

export const ru: ResultWords = {
  age: {
    years_one: '{{count}} год',
    years_few: '{{count}} года',
    years_many: '{{count}} лет',
    years_other: '{{count}} года',
    months_one: '{{count}} месяц',
    months_few: '{{count}} месяца',
    months_many: '{{count}} месяцев',
    months_other: '{{count}} месяца',
    days_one: '{{count}} день',
    days_few: '{{count}} дня',
    days_many: '{{count}} дней',
    days_other: '{{count}} дня',
  },
  results: {
    word: {
      normal: 'В норме',
      low: 'Ниже нормы',
      high: 'Выше нормы',
      criticalLow: 'Критически низко',
      criticalHigh: 'Критически высоко',
      abnormal: 'Отклонение от нормы',
    },
    status: {
      preliminary: 'Предварительный',
      final: 'Окончательный',
      corrected: 'Исправленный',
      cancelled: 'Отменён',
    },
    awaited: 'Ещё не готово',
    expected: 'Ожидается: {{date}}',
    gender: {
      M: 'мужской',
      F: 'женский',
    },
    column: {
      name: 'Показатель',
      result: 'Результат',
      where: 'Относительно нормы',
      range: 'Норма',
      word: 'Оценка',
    },
    range: {
      none: 'нормы нет',
      below: 'меньше {{limit}}',
      above: 'больше {{limit}}',
    },
    fact: {
      patient: 'Пациент',
      born: 'Дата рождения',
      order: 'Заказ',
      sampled: 'Взятие пробы',
      laboratory: 'Лаборатория',
    },
    note: {
      method: 'Метод: {{method}}',
      comment: 'Комментарий лаборатории',
      replaced: 'Исправлено {{date}}; прежде: {{text}}',
      withdrawn: '{{name}}: отозвано {{date}}; прежде: {{text}}',
    },
    critical: {
      title: 'Есть критическое значение',
      adult:
        'Позвоните своему врачу сегодня, а если вам плохо — сразу в скорую помощь. Держите этот результат под рукой.',
      child:
        'Позвоните врачу ребёнка сегодня, а если ребёнок выглядит больным — сразу в скорую помощь. Держите этот результат под рукой.',
      doctor: 'Одно из значений этого пациента требует действий сегодня.',
      phone: 'Лаборатория',
    },
  },
}
