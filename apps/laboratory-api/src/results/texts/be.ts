import type { ResultTexts } from './result-texts.ts'

const YEARS = { one: 'год', few: 'гады', many: 'гадоў', other: 'года' } as Record<string, string>
const rules = new Intl.PluralRules('be')

export const be: ResultTexts = {
  absent: {
    unknown: 'Значэнне не паведамлена',
    error: 'Вымераць не ўдалося',
    cancelled: 'Адменена лабараторыяй',
    pending: 'Яшчэ не вымерана',
    notPerformed: 'Не вымяралася',
    sample: 'Проба непрыдатная',
  },
  interpretation: {
    normal: 'У межах нормы',
    low: 'Ніжэй за норму',
    high: 'Вышэй за норму',
    criticalLow: 'Крытычна нізка',
    criticalHigh: 'Крытычна высока',
    abnormal: 'Адрозніваецца ад звычайнага',
  },
  status: {
    preliminary: 'Папярэдні',
    final: 'Канчатковы',
    corrected: 'Выпраўлены',
    cancelled: 'Адменены',
  },
  notReported: 'Яшчэ не гатовы',
  homeVisits: (city) => `Выклік, ${city}`,
  mail: {
    subject: 'Вынік гатовы',
    heading: 'Вынік гатовы',
    intro: (number) => `Гатовы вынік па заказе ${number}. Увайдзіце ў свой кабінет, каб яго прачытаць.`,
    button: 'Прачытаць вынік',
    privacy: 'Каб захаваць таямніцу, пра сам вынік у лісце нічога няма.',
  },
  paper: {
    title: 'Вынікі лабараторных даследаванняў',
    order: 'Заказ',
    patient: 'Пацыент',
    born: 'Дата нараджэння',
    years: (count) => `${count} ${YEARS[rules.select(count)]}`,
    sex: { M: 'мужчынскі', F: 'жаночы' },
    sampled: 'Узяцце пробы',
    reported: 'Вынік',
    laboratory: 'Лабараторыя',
    issued: 'Дакумент выдадзены',
    specimen: 'Матэрыял',
    value: 'Паказчык',
    result: 'Вынік',
    range: 'Рэферэнсныя значэнні',
    inWords: 'Словамі',
    method: 'Метад',
    comment: 'Каментарый лабараторыі',
    replaced: (text, date) => `Выпраўлена ${date}; раней: ${text}`,
    withdrawn: (text, date) => `адклікана ${date}; раней: ${text}`,
    expected: (date) => `чакаецца ${date}`,
    incomplete: 'Гатова яшчэ не ўсё: у дакуменце тое, што было вядома ў дзень выдачы.',
    notice: 'Вынік — не дыягназ. Пакажыце кожнае значэнне па-за нормай свайму ўрачу: ён ведае ўсю карціну.',
    verify: (url) =>
      `Каб праверыць дакумент, навядзіце камеру на квадрат або адкрыйце ${url} і ўвядзіце код. Спатрэбіцца дата нараджэння пацыента.`,
    code: 'Код',
    page: (page, pages) => `Старонка ${page} з ${pages}`,
  },
}
