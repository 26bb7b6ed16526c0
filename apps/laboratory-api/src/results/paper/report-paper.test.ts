import type { AnalysisReport, Observation } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { loadPartner } from '@shop/server/partner'
import { afterAll, expect, test, vi } from 'vitest'
import analyses from '../../../../../catalogue/analyses.json' with { type: 'json' }
import translations from '../../../../../catalogue/translations.json' with { type: 'json' }
import { readPdf, readRuns, readTags, tagsOf } from '../../pdf/testing/read-pdf.ts'
import { createTypesetter, type PaperOrder } from '../../pdf/typesetter.ts'
import { reportPaper } from './report-paper.ts'

const warn = vi.fn()
const typesetter = createTypesetter({ logger: { warn } })
afterAll(() => typesetter.close())

const observation = (overrides: Partial<Observation> = {}): Observation => ({
  id: crypto.randomUUID(),
  name: 'Средний объём эритроцита (MCV)',
  loinc: '787-2',
  group: null,
  value: { kind: 'numeric', value: 89, comparator: null, decimals: 1, unit: 'фл' },
  absentReason: null,
  referenceRange: { low: 80, high: 99 },
  interpretation: 'normal',
  method: null,
  comment: null,
  status: 'final',
  at: '2040-03-05T08:05:00+03:00',
  replaced: [],
  ...overrides,
})

const analysis = (observations: Observation[]): AnalysisReport => ({
  id: crypto.randomUUID(),
  analysisId: 1,
  name: 'Общий анализ крови',
  system: null,
  status: 'final',
  unread: false,
  valueCount: observations.length,
  outsideCount: 0,
  judgedCount: 0,
  hasCritical: false,
  reportedAt: '2040-03-05T08:40:00+03:00',
  expectedDate: null,
  awaits: null,
  sampledAt: '2040-03-05T08:05:00+03:00',
  specimen: 'цельная кровь с ЭДТА',
  comment: null,
  description: null,
  observations,
  withdrawn: [],
})

interface Paper {
  partner?: string
  dateOfBirth?: string
  lastName?: string
  locale?: Locale
}

function paperOf(analyses: AnalysisReport[], given: Paper = {}): PaperOrder {
  const { partner = 'synlab', dateOfBirth = '1990-04-12', lastName = 'Ковалёва', locale = 'ru' } = given
  return reportPaper({
    report: {
      orderNumber: '1000168',
      sampledAt: '2040-03-05T08:05:00+03:00',
      laboratoryName: 'Минск',
      complete: true,
      patient: { firstName: 'Анна', lastName, gender: 'F', dateOfBirth },
      analyses,
    },
    code: '7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ',
    verifyUrl: 'https://shop.example/verify-report',
    verifyCodeUrl: 'https://shop.example/verify-report?documentNumber=7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ',
    issuedAt: new Date('2040-03-05T09:00:00+03:00'),
    partner: loadPartner(partner),
    locale,
    businessTimeZone: 'Europe/Minsk',
  })
}

async function draw(analyses: AnalysisReport[], given: Paper = {}): Promise<Uint8Array<ArrayBuffer>> {
  const signal = new AbortController().signal
  return new Uint8Array(
    await typesetter.typeset(paperOf(analyses, given), { userId: crypto.randomUUID(), signal }),
  )
}

const onPaper = async (...given: Parameters<typeof draw>) => readPdf(new Response(await draw(...given)))

test('the letterhead is the partner’s', { tags: ['SPEC-1-PARTNER-SHOP'] }, async () => {
  const { text } = await onPaper([analysis([observation()])], { partner: 'vesna' })
  const { brand, phone, texts } = loadPartner('vesna')
  for (const own of [brand, phone, texts.ru.company, texts.ru.registration, texts.ru.address]) {
    expect(text).toContain(own)
  }
  expect(text).not.toContain('Norma')
})

const count = (text: string, part: string) => text.split(part).length - 1

test('a table that continues on another page repeats its columns there, and no word is broken', async () => {
  const { text, fontCount } = await onPaper([analysis(Array.from({ length: 40 }, () => observation()))])
  expect(text).toContain('Страница 2 из 2')
  expect(count(text, 'Оценка')).toBe(2)
  expect(count(text, 'эритроцита (MCV)')).toBe(40)
  // Each weight of the typeface is in the file once, not once per word.
  expect(fontCount).toBe(2)
})

test('the values of a table are aligned on the decimal separator', async () => {
  const numeric = (value: number, comparator: '<' | null = null) =>
    observation({ value: { kind: 'numeric', value, comparator, decimals: 1, unit: 'фл' } })
  const words = observation({ value: { kind: 'coded', text: 'не обнаружено' } })
  const given = [numeric(5.1), numeric(89), numeric(12345.6), numeric(0.5, '<'), words]
  const runs = await readRuns(new Response(await draw([analysis(given)])))
  const isValue = ({ text }: { text: string }) => /^[<\d][\d\s]*[\s\d],\d/.test(text) || /^\d,\d/.test(text)
  const values = runs.filter(isValue)
  expect(values.map(({ text }) => text.replaceAll(/\s/g, ' ')).join('; ')).toMatch(
    /5,1.*89,0.*12 345,6.*< 0,5/,
  )
  const [first, ...others] = values.map(({ right }) => right)
  // To half a point: a comma is closer to some digits than to others.
  for (const right of others) expect(right).toBeCloseTo(first!, 0)
  // Words begin where the longest number does.
  const column = Math.min(...values.map(({ left }) => left))
  expect(runs.find(({ text }) => text.startsWith('не обнаружено'))?.left).toBeCloseTo(column, 0)
})

test.each([17, 18, 19, 20, 21])(
  'a table after %i values begins on the same page as its first value',
  async (before) => {
    const long = analysis(Array.from({ length: before }, () => observation()))
    const short = { ...analysis([observation({ name: 'Ферритин' })]), name: 'Запасы железа' }
    const { text } = await onPaper([long, short])
    const pages = text.split('Страница')
    const isOn = (part: string) => pages.findIndex((page) => page.includes(part))
    expect(isOn('Запасы железа')).toBe(isOn('Ферритин'))
  },
)

test.each(['ru', 'pl', 'en', 'be'] as const)(
  'consecutive tests of one value each share a table, so that a check-up of ten fits on one page, in %s',
  async (locale) => {
    const names = ['ALT', 'AST', 'Ferritin', 'Glucose', 'Iron', 'TSH', 'Creatinine', 'Urea', 'Vitamin D']
    const single = (name: string) => ({ ...analysis([observation({ name, comment: null })]), name })
    const checkUp = [...names.map(single), { ...single('Fasting glucose'), observations: [observation()] }]
    const pdf = await draw(checkUp, { locale })
    expect((await readPdf(new Response(pdf.slice()))).pageCount).toBe(1)
    const tags = await readTags(new Response(pdf))
    const [table, ...others] = tagsOf(tags, 'Table')
    expect(others).toHaveLength(0)
    expect(tagsOf([table!], 'TH')).toHaveLength(5)
    expect(tagsOf(tags, 'H2').map(({ text }) => text)).toEqual([expect.stringMatching(/^10 /)])
    // The test is named where its value has a different name, and each row names its specimen and time.
    expect(table!.text).toMatch(/\(MCV\).*Fasting glucose · .+ · цельная кровь с ЭДТА/s)
    expect(count(table!.text, 'цельная кровь с ЭДТА')).toBe(10)
  },
)

test('a test on its own, with several values or with a comment has its own table', async () => {
  const named = (name: string, more: Partial<AnalysisReport> = {}) => ({
    ...analysis([observation()]),
    name,
    ...more,
  })
  const tags = await readTags(
    new Response(
      await draw([
        named('Alone'),
        named('Several', { observations: [observation(), observation()] }),
        named('One'),
        named('Two'),
        named('Commented', { comment: 'Проверено дважды.' }),
      ]),
    ),
  )
  expect(tagsOf(tags, 'H2').map(({ text }) => text)).toEqual(['Alone', 'Several', '2 анализа', 'Commented'])
})

test('the line of a range is broken before a value off its scale, as on the pages', async () => {
  const of = (value: number, interpretation: Observation['interpretation'], high = 99) =>
    observation({
      value: { kind: 'numeric', value, comparator: null, decimals: 1, unit: 'фл' },
      referenceRange: high === 99 ? { low: 80, high } : { high },
      interpretation,
    })
  const given = [of(89, 'normal'), of(101, 'high'), of(300, 'criticalHigh'), of(2, 'low'), of(0, 'normal', 5)]
  const { data } = paperOf([analysis(given)]) as {
    data: { sections: { rows: { bar: { isBroken: boolean } }[] }[] }
  }
  expect(data.sections[0]!.rows.map(({ bar }) => bar.isBroken)).toEqual([false, false, true, true, false])
  const { isAccessible } = await onPaper([analysis(given)])
  expect(isAccessible).toBe(true)
})

test('notes on a value are printed with it', async () => {
  const commented = observation({
    status: 'preliminary',
    method: 'проточная цитометрия',
    comment: 'Проверено дважды.',
    replaced: [{ text: '95 фл', at: '2040-03-05T08:40:00+03:00', replacedAt: '2040-03-05T08:50:00+03:00' }],
  })
  const { text } = await onPaper([analysis([commented])])
  expect(text).toMatch(
    /89,0 фл 80 – 99 В норме Предварительный результат Метод: проточная цитометрия Проверено дважды\. Исправлено .+; прежде: 95 фл/,
  )
})

test.each([
  ['en', 'below 5', 'above 60'],
  ['ru', 'меньше 5', 'больше 60'],
  ['pl', 'poniżej 5', 'powyżej 60'],
  ['be', 'менш за 5', 'больш за 60'],
] as const)(
  'a range with one limit is written in the words of the pages, in %s',
  async (locale, upper, lower) => {
    const of = [observation({ referenceRange: { high: 5 } }), observation({ referenceRange: { low: 60 } })]
    const { text } = await onPaper([analysis(of)], { locale })
    expect(text).toContain(` ${upper} `)
    expect(text).toContain(` ${lower} `)
  },
)

test('a result that waits for a doctor says so, as on the pages', async () => {
  const awaits = 'Анализ выполнен, результат проверяет врач.'
  const held = { ...analysis([]), status: null, reportedAt: null, expectedDate: '2040-03-06', awaits }
  const { text } = await onPaper([held])
  expect(text).toContain(`Общий анализ крови ${awaits}`)
  expect(text).not.toContain('Ещё не готово')
  expect(text).not.toContain('Ожидается')
})

test('a critical value is announced at the head, with the telephone number, and to a child’s parent', async () => {
  const critical = observation({ interpretation: 'criticalLow' })
  const of = [{ ...analysis([critical]), hasCritical: true }]
  const { phone } = loadPartner('synlab')
  const grown = await onPaper(of)
  expect(grown.text).toMatch(/Есть критическое значение Позвоните своему врачу.*Критически низко/)
  expect(grown.text).toContain(phone)
  // Once in the letterhead, once in the alarm: a click calls it.
  const call = `tel:${phone.replaceAll(/[^+\d]/g, '')}`
  expect(grown.links).toEqual([call, call])
  expect((await onPaper([analysis([observation()])])).links).toEqual([call])
  const links = tagsOf(await readTags(new Response(await draw(of))), 'Link')
  expect(links.map(({ text }) => text)).toContain(phone)
  const finding = observation({ interpretation: 'abnormal', isCritical: true })
  expect((await onPaper([analysis([finding])])).text).toContain('Критическое отклонение')
  const baby = await onPaper(of, { dateOfBirth: '2039-06-20' })
  expect(baby.text).toContain('Позвоните врачу ребёнка')
  expect(baby.text).not.toContain('вам плохо')
})

test('the age of a baby is given in months', async () => {
  const { text } = await onPaper([analysis([observation()])], { dateOfBirth: '2039-06-20' })
  expect(text).toContain('20 июня 2039 г., 8 месяцев')
})

test('the file states its title and language, and PDF readers show the title', async () => {
  const { title, language, showsTitle } = await onPaper([analysis([observation()])])
  expect({ title, language, showsTitle }).toEqual({
    title: 'Результаты лабораторных исследований',
    language: 'ru',
    showsTitle: true,
  })
})

test.each([
  ['en', 'Laboratory results', ['Test', 'Result', 'Position', 'Range', 'Status'], 'Critically low'],
  [
    'ru',
    'Результаты лабораторных исследований',
    ['Показатель', 'Результат', 'Относительно нормы', 'Норма', 'Оценка'],
    'Критически низко',
  ],
  [
    'pl',
    'Sprawozdanie z badań laboratoryjnych',
    ['Parametr', 'Wynik', 'Względem normy', 'Norma', 'Ocena'],
    'Krytycznie nisko',
  ],
  [
    'be',
    'Вынікі лабараторных даследаванняў',
    ['Паказчык', 'Вынік', 'Адносна нормы', 'Норма', 'Ацэнка'],
    'Крытычна нізка',
  ],
] as const)(
  'a screen reader reads the content of the report in order, in %s',
  async (locale, title, columns, word) => {
    const low = observation({
      interpretation: 'criticalLow',
      value: { ...observation().value!, value: 20 } as Observation['value'],
    })
    const pdf = await draw([{ ...analysis([observation(), low]), hasCritical: true }], { locale })
    const { language, isAccessible } = await readPdf(new Response(pdf.slice()))
    expect({ language, isAccessible }).toEqual({ language: locale, isAccessible: true })
    const tags = await readTags(new Response(pdf))
    expect(tagsOf(tags, 'H1').map(({ text }) => text)).toEqual([title])
    expect(tagsOf(tags, 'H2').map(({ text }) => text)).toEqual(['Общий анализ крови'])
    const [table] = tagsOf(tags, 'Table')
    expect(tagsOf([table!], 'TH').map(({ text }) => text)).toEqual(columns)
    const [, , row] = tagsOf([table!], 'TR')
    const cells = tagsOf([row!], 'TD').map(({ text }) => text)
    expect(cells.toSpliced(2, 1)).toEqual([
      'Средний объём эритроцита (MCV)',
      expect.stringMatching(/^20[.,]0 фл$/),
      '80 – 99',
      word,
    ])
    // The drawn bar has a text that says what it shows, and so does the QR code.
    expect(cells[2]).toMatch(new RegExp(`^${word}\\. .*20[.,]0 фл\\. .*80 – 99`))
    expect(tagsOf(tags, 'Figure').at(-1)!.text).toContain('https://shop.example/verify-report')
    expect(tagsOf(tags, 'Document')[0]!.text).toMatch(
      new RegExp(
        `${title}.*Ковалёва Анна.*Общий анализ крови.*${columns[0]}.*${word}.*7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ`,
        's',
      ),
    )
  },
)

/** The names of the catalogue's blood count, some of which take two lines. */
function namesOfBloodCount(locale: Locale): string[] {
  const { components } = analyses.find(({ code }) => code === '1001')!.resultDefinition
  return components.map(({ name, nameRu }) => {
    if (locale === 'en' || locale === 'ru') return locale === 'en' ? name : nameRu
    return translations.find(({ en }) => en === name)?.[locale] ?? name
  })
}

test.each(['ru', 'pl', 'en', 'be'] as const)(
  'a blood count with many values out of range fits on one page with its verification code, in %s',
  async (locale) => {
    const value = { kind: 'numeric', value: 3.72, comparator: null, decimals: 2, unit: '× 10¹²/л' } as const
    const values = namesOfBloodCount(locale).map((name, index) =>
      observation({ name, value, interpretation: index < 12 ? 'low' : 'normal' }),
    )
    expect(values).toHaveLength(23)
    expect((await onPaper([analysis(values)], { locale })).pageCount).toBe(1)
  },
)

test.each(['ru', 'pl'] as const)(
  'a long report full of critical values fits on two pages, in %s',
  async (locale) => {
    const values = Array.from({ length: 23 }, () =>
      observation({ interpretation: 'criticalHigh', comment: 'Подтверждено повторным измерением.' }),
    )
    const { text, pageCount } = await onPaper([{ ...analysis(values), hasCritical: true }], { locale })
    expect(pageCount).toBe(2)
    expect(count(text, locale === 'ru' ? 'Критически высоко' : 'Krytycznie wysoko')).toBe(23)
  },
)

test('text that people typed is data and never markup', async () => {
  const typed = '#panic() *x* $y$ \\u{41} @preview/a:1.0.0 <b> //'
  const { text, isAccessible } = await onPaper([analysis([observation({ comment: typed })])], {
    lastName: typed,
  })
  expect(count(text, typed)).toBe(2)
  expect(isAccessible).toBe(true)
})

test('a name in a script that no font has is left blank, in a paper that does not claim to be accessible', async () => {
  const { text, isAccessible } = await onPaper([analysis([observation()])], { lastName: '李' })
  expect(text).toContain('Анна')
  expect(isAccessible).toBe(false)
  expect(JSON.stringify(warn.mock.lastCall)).not.toContain('李')
  const greek = await onPaper([analysis([observation()])], { lastName: 'Αθανασίου Վարդանյան' })
  expect(greek).toMatchObject({
    isAccessible: true,
    text: expect.stringContaining('Αθανασίου Վարդանյան Анна'),
  })
})
