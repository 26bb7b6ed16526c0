import type { AnalysisReport, Observation } from '@shop/contract/results'
import { loadPartner } from '@shop/server/partner'
import { expect, test, vi } from 'vitest'
import { readPdf } from '../testing/read-pdf.ts'
import { renderReport } from './report-document.ts'

// Renderer and type are loaded with the first document.
vi.setConfig({ testTimeout: 30_000 })

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
  status: 'final',
  unread: false,
  valueCount: observations.length,
  outsideCount: 0,
  hasCritical: false,
  reportedAt: '2040-03-05T08:40:00+03:00',
  expectedDate: null,
  sampledAt: '2040-03-05T08:05:00+03:00',
  specimen: 'цельная кровь с ЭДТА',
  comment: null,
  description: null,
  observations,
  withdrawn: [],
})

async function onPaper(analyses: AnalysisReport[], partner = 'synlab', dateOfBirth = '1990-04-12') {
  const pdf = await renderReport({
    report: {
      orderNumber: '1000168',
      sampledAt: '2040-03-05T08:05:00+03:00',
      laboratoryName: 'Минск',
      complete: true,
      patient: { firstName: 'Анна', lastName: 'Ковалёва', gender: 'F', dateOfBirth },
      analyses,
    },
    code: '7KQ4-M2XH-93WP-T6BD',
    verifyUrl: 'https://shop.example/verify-report',
    verifyCodeUrl: 'https://shop.example/verify-report?documentNumber=7KQ4-M2XH-93WP-T6BD',
    issuedAt: new Date('2040-03-05T09:00:00+03:00'),
    partner: loadPartner(partner),
    locale: 'ru',
    zone: 'Europe/Minsk',
  })
  return { ...(await readPdf(new Response(new Uint8Array(pdf)))), bytes: pdf.length }
}

test('the letterhead is the partner’s', { tags: ['SPEC-1-PARTNER-SHOP'] }, async () => {
  const { text } = await onPaper([analysis([observation()])], 'vesna')
  const { brand, phone, texts } = loadPartner('vesna')
  for (const own of [brand, phone, texts.ru.company, texts.ru.registration, texts.ru.address]) {
    expect(text).toContain(own)
  }
  expect(text).not.toContain('Norma')
})

const count = (text: string, part: string) => text.split(part).length - 1

test('a table that goes on to another page has its columns there too, and no word is broken', async () => {
  const { text, bytes } = await onPaper([analysis(Array.from({ length: 25 }, () => observation()))])
  expect(text).toContain('Страница 2 из 2')
  expect(count(text, 'Оценка')).toBe(2)
  expect(count(text, 'эритроцита (MCV)')).toBe(25)
  // The type stands in the file once, not once a word.
  expect(bytes).toBeLessThan(60_000)
})

test.each([10, 11, 12])('a table after %i values begins on the page of its first one', async (before) => {
  const long = analysis(Array.from({ length: before }, () => observation()))
  const short = { ...analysis([observation({ name: 'Ферритин' })]), name: 'Запасы железа' }
  const { text } = await onPaper([long, short])
  const pages = text.split('Страница')
  const isOn = (part: string) => pages.findIndex((page) => page.includes(part))
  expect(isOn('Запасы железа')).toBe(isOn('Ферритин'))
})

test('what is to be known about a value stands with it', async () => {
  const told = observation({
    status: 'preliminary',
    method: 'проточная цитометрия',
    comment: 'Проверено дважды.',
    replaced: [{ text: '95 фл', at: '2040-03-05T08:40:00+03:00', replacedAt: '2040-03-05T08:50:00+03:00' }],
  })
  const { text } = await onPaper([analysis([told])])
  expect(text).toMatch(
    /89,0 фл 80 – 99 В норме Предварительный Метод: проточная цитометрия Проверено дважды\. Исправлено .+; прежде: 95 фл/,
  )
})

test('a critical value is told at the head, with the telephone, and to a child’s parent', async () => {
  const critical = observation({ interpretation: 'criticalLow' })
  const of = [{ ...analysis([critical]), hasCritical: true }]
  const { phone } = loadPartner('synlab')
  const grown = await onPaper(of)
  expect(grown.text).toMatch(/Есть критическое значение Позвоните своему врачу.*Критически низко/)
  expect(grown.text).toContain(phone)
  const baby = await onPaper(of, 'synlab', '2039-06-20')
  expect(baby.text).toContain('Позвоните врачу ребёнка')
  expect(baby.text).not.toContain('вам плохо')
})

test('the age of a baby is told in months', async () => {
  const { text } = await onPaper([analysis([observation()])], 'synlab', '2039-06-20')
  expect(text).toContain('20 июня 2039 г., 8 месяцев')
})

test('the file names its title and its language, and readers show the title', async () => {
  const { title, language, showsTitle } = await onPaper([analysis([observation()])])
  expect({ title, language, showsTitle }).toEqual({
    title: 'Результаты лабораторных исследований',
    language: 'ru',
    showsTitle: true,
  })
})
