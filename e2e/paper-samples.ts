// Reports and a receipt with nothing that changes from run to run, for their pictures.
import type { AnalysisReport, Observation } from '@shop/contract/results'
import type { Locale } from '@shop/domain/locale'
import { interpret, pickReferenceRange, type ReferenceRange } from '@shop/domain/reference-range'
import type { KnownInterpretation } from '@shop/domain/results'
import { unitText } from '@shop/domain/unit-text'
import { type Receipt, receiptPaper } from '@shop/laboratory-api/orders/receipt/receipt-paper'
import type { PaperOrder } from '@shop/laboratory-api/pdf/typesetter'
import { reportPaper } from '@shop/laboratory-api/results/paper/report-paper'
import { loadPartner } from '@shop/server/partner'
import analyses from '../catalogue/analyses.json' with { type: 'json' }

const SAMPLED = '2027-03-02T08:05:00+03:00'
const REPORTED = '2027-03-02T11:40:00+03:00'
const CODE = '7KQ4-M2XH-93WP-T6BD-K8RA-Q3YN-Z7CJ'
const VERIFY_URL = 'https://shop.example/verify-report'
const PATIENT = {
  en: { firstName: 'Anna', lastName: 'Kovaleva' },
  ru: { firstName: 'Анна', lastName: 'Ковалёва' },
}
const BUSINESS_TIME_ZONE = 'Europe/Minsk'

type Language = keyof typeof PATIENT

interface Measured {
  value: number
  interpretation?: KnownInterpretation
  comment?: string
}

interface Component {
  name: string
  nameRu: string
  loinc: string | null
  ucumUnit?: string | null
  decimals?: number
  referenceRanges?: readonly ReferenceRange[]
}

function observation(
  component: Component,
  { value, interpretation, comment }: Measured,
  locale: Language,
): Observation {
  const ranges = component.referenceRanges ?? []
  const { low, high } = pickReferenceRange(ranges, { sex: 'FEMALE', ageYears: 34 }) ?? {}
  const range = { ...(low ? { low } : {}), ...(high ? { high } : {}) }
  return {
    id: component.name,
    name: locale === 'ru' ? component.nameRu : component.name,
    loinc: component.loinc,
    group: null,
    value: {
      kind: 'numeric',
      value,
      comparator: null,
      unit: unitText(component.ucumUnit, locale),
      decimals: component.decimals ?? 0,
    },
    absentReason: null,
    referenceRange: range,
    interpretation: interpretation ?? interpret(value, range),
    method: null,
    comment: comment ?? null,
    status: 'final',
    at: SAMPLED,
    replaced: [],
  }
}

/** An analysis of the catalogue with these values, in the order of its components. */
function analysis(code: string, values: readonly Measured[], locale: Language): AnalysisReport {
  const found = analyses.find((each) => each.code === code)
  if (!found) throw new Error(`no analysis ${code}`)
  const components = found.resultDefinition.components as readonly Component[]
  if (components.length !== values.length) throw new Error(`${code} has ${components.length} values`)
  const observations = components.map((component, index) => observation(component, values[index]!, locale))
  return {
    id: code,
    analysisId: 1,
    name: locale === 'ru' ? found.nameRu : found.name,
    system: null,
    status: 'final',
    unread: false,
    valueCount: observations.length,
    outsideCount: 0,
    judgedCount: 0,
    hasCritical: observations.some((each) => each.interpretation?.startsWith('critical')),
    reportedAt: REPORTED,
    expectedDate: null,
    awaits: null,
    sampledAt: SAMPLED,
    specimen: locale === 'ru' ? found.specimenRu : found.specimen,
    comment: null,
    description: null,
    observations,
    withdrawn: [],
  }
}

function report(locale: Language, of: AnalysisReport[]): PaperOrder {
  return reportPaper({
    report: {
      orderNumber: '1000168',
      sampledAt: SAMPLED,
      laboratoryName:
        locale === 'ru' ? 'Минск, проспект Независимости, 116Б' : 'Minsk, Nezavisimosti Avenue, 116B',
      complete: true,
      patient: { ...PATIENT[locale], gender: 'F', dateOfBirth: '1992-03-08' },
      analyses: of,
    },
    code: CODE,
    verifyUrl: VERIFY_URL,
    verifyCodeUrl: `${VERIFY_URL}?documentNumber=${CODE}`,
    issuedAt: new Date('2027-03-02T12:00:00+03:00'),
    partner: loadPartner('synlab'),
    locale,
    businessTimeZone: BUSINESS_TIME_ZONE,
  })
}

/** The 23 values of a blood count: haemoglobin and what goes with it low, the sedimentation rate off its scale. */
const BLOOD_COUNT = [
  116, 3.72, 33.8, 79.2, 26.1, 318, 15.2, 268, 9.8, 12.4, 0.26, 6.84, 58.3, 30.1, 8.2, 2.7, 0.7, 3.99, 2.06,
  0.56, 0.18, 0.05, 47,
].map((value) => ({ value }))

/** Analyses of one value each, as in a check-up. */
const CHECK_UP = { 1201: 19, 1202: 22, 1205: 11.3, 1220: 5.12, 1228: 5.62, 2001: 2.14, 4001: 21.4 }

const COMMENT = { en: 'Confirmed by a repeated measurement.', ru: 'Подтверждено повторным измерением.' }

const bloodCount = (locale: Language) => analysis('1001', BLOOD_COUNT, locale)
const critical = (locale: Language) =>
  analysis('1252', [{ value: 900, interpretation: 'criticalHigh', comment: COMMENT[locale] }], locale)

const ORDERED = new Date('2027-02-28T18:20:00+03:00')

const RECEIPT: Receipt = {
  details: {
    order: {
      number: '1000168',
      currency: 'BYN',
      deliveryPrice: 1500,
      total: 16_200,
      state: 'paid',
      visitStart: new Date('2027-03-02T08:00:00+03:00'),
    },
    patients: [
      {
        patientId: 'anna',
        ...PATIENT.en,
        subtotal: 8470,
        profiles: [{ id: 1, name: 'Профиль 1. Общее обследование', analysisIds: [1, 2] }],
      },
      { patientId: 'viktor', firstName: 'Viktor', lastName: 'Kovalev', subtotal: 6230, profiles: [] },
    ],
    lines: [
      line('anna', 1, '1001', 'Complete blood count with differential and ESR', 2190),
      line('anna', 2, '1252', 'Ferritin', 1690),
      line('anna', 3, '2034', 'Cortisol in saliva, late night', 3900),
      line('anna', 4, null, 'Venous blood collection', 690),
      line('viktor', 1, '1001', 'Complete blood count with differential and ESR', 2190),
      line('viktor', 5, '1228', 'Total cholesterol', 660),
      line('viktor', 6, '1232', 'Lipid panel', 2690),
      line('viktor', 4, null, 'Venous blood collection', 690),
    ],
    refunds: [
      {
        transactionId: 'payment',
        isOfOrder: true,
        state: 'done',
        amount: 3900,
        at: '2027-03-01T10:30:00+03:00',
      },
    ],
  },
  transaction: {
    id: 'payment',
    provider: 'bepaid',
    transactionId: '81c7a2f0-5d4e-4b1a-9c33-0a6f5e2d7b18',
    amount: 16_200,
    receivedAt: ORDERED,
    refundedAt: null,
  },
  attempt: { test: true },
  partner: loadPartner('synlab'),
  locale: 'en' satisfies Locale,
  businessTimeZone: BUSINESS_TIME_ZONE,
}

function line(patientId: string, itemId: number, code: string | null, name: string, price: number) {
  const kind = code ? ('analysis' as const) : ('material' as const)
  return { patientId, kind, itemId, code, name: { en: name, ru: name }, quantity: 1, price }
}

/** By the names of their pictures. */
export const PAPERS: Readonly<Record<string, PaperOrder>> = {
  'report-of-23-values': report('ru', [bloodCount('ru')]),
  'report-of-a-critical-value': report('en', [critical('en')]),
  'report-of-several-tests': report('ru', [
    critical('ru'),
    bloodCount('ru'),
    ...Object.entries(CHECK_UP).map(([code, value]) => analysis(code, [{ value }], 'ru')),
  ]),
  receipt: receiptPaper(RECEIPT),
}
