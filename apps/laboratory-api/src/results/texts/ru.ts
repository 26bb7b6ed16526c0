import type { ResultTexts } from './result-texts.ts'

const YEARS = { one: 'год', few: 'года', many: 'лет', other: 'года' } as Record<string, string>
const rules = new Intl.PluralRules('ru')

export const ru: ResultTexts = {
  absent: {
    unknown: 'Значение не сообщено',
    error: 'Измерить не удалось',
    cancelled: 'Отменено лабораторией',
    pending: 'Ещё не измерено',
    notPerformed: 'Не измерялось',
    sample: 'Проба непригодна',
  },
  interpretation: {
    normal: 'В пределах нормы',
    low: 'Ниже нормы',
    high: 'Выше нормы',
    criticalLow: 'Критически низко',
    criticalHigh: 'Критически высоко',
    abnormal: 'Отличается от обычного',
  },
  status: {
    preliminary: 'Предварительный',
    final: 'Окончательный',
    corrected: 'Исправленный',
    cancelled: 'Отменён',
  },
  notReported: 'Ещё не готов',
  homeVisits: (city) => `Вызов, ${city}`,
  mail: {
    subject: 'Результат готов',
    heading: 'Результат готов',
    intro: (number) => `Готов результат по заказу ${number}. Войдите в свой кабинет, чтобы его прочитать.`,
    button: 'Прочитать результат',
    privacy: 'Чтобы сохранить тайну, о самом результате в письме ничего нет.',
  },
  paper: {
    title: 'Результаты лабораторных исследований',
    order: 'Заказ',
    patient: 'Пациент',
    born: 'Дата рождения',
    years: (count) => `${count} ${YEARS[rules.select(count)]}`,
    sex: { M: 'мужской', F: 'женский' },
    sampled: 'Взятие пробы',
    reported: 'Результат',
    laboratory: 'Лаборатория',
    issued: 'Документ выдан',
    specimen: 'Материал',
    value: 'Показатель',
    result: 'Результат',
    range: 'Референсные значения',
    inWords: 'Словами',
    method: 'Метод',
    comment: 'Комментарий лаборатории',
    replaced: (text, date) => `Исправлено ${date}; прежде: ${text}`,
    withdrawn: (text, date) => `отозвано ${date}; прежде: ${text}`,
    expected: (date) => `ожидается ${date}`,
    incomplete: 'Готово ещё не всё: в документе то, что было известно в день его выдачи.',
    notice: 'Результат — не диагноз. Покажите каждое значение вне нормы своему врачу: он знает всю картину.',
    verify: (url) =>
      `Чтобы проверить документ, наведите камеру на квадрат или откройте ${url} и введите код. Понадобится дата рождения пациента.`,
    code: 'Код',
    page: (page, pages) => `Страница ${page} из ${pages}`,
  },
}
