import type { Partner } from '@shop/contract/partner'
import { qrCode } from '@shop/contract/qr-code'
import type { AnalysisReport, Observation, PatientReport } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { ageOf } from '@shop/domain/age-in-words'
import type { Locale } from '@shop/domain/locale'
import { isOffScale, rangeBar } from '@shop/domain/reference-range'
import { type Interpretation, interpretationOf, resultMark } from '@shop/domain/results'
import { formatDay, formatMoment, formatSampling } from '@shop/texts/formats.server'
import { rangeText } from '@shop/texts/range-text.server'
import { valueWithUnit, wholeText } from '@shop/texts/value-text.server'
import { letterheadData } from '../../pdf/letterhead-data.ts'
import type { PaperOrder } from '../../pdf/typesetter.ts'
import { textsIn } from '../../texts.ts'

const TONES: Readonly<Record<Interpretation, 'normal' | 'outside' | 'critical'>> = {
  normal: 'normal',
  low: 'outside',
  high: 'outside',
  criticalLow: 'critical',
  criticalHigh: 'critical',
  abnormal: 'outside',
  criticalAbnormal: 'critical',
}

export interface PaperReport {
  report: PatientReport
  code: string
  /** Where the code is checked. */
  verifyUrl: string
  /** As `verifyUrl`, with the code already filled in. */
  verifyCodeUrl: string
  issuedAt: Date
  partner: Partner
  locale: Locale
  businessTimeZone: string
}

/** A patient's results of one order on paper, with a code that leads back to them. */
export function reportPaper(paper: PaperReport): PaperOrder {
  const { report, code, partner, locale } = paper
  const t = textsIn(locale)
  const { lastName, firstName, dateOfBirth } = report.patient
  return {
    template: 'results/paper/report.typ',
    data: {
      letterhead: letterheadData({
        partner,
        locale,
        title: t('papers:report.title'),
        running: `${lastName} ${firstName}, ${formatDay(dateOfBirth, locale, 'date')} · ${report.orderNumber}`,
        foot: `${partner.brand} · ${report.orderNumber} · ${code}`,
      }),
      facts: facts(paper),
      incomplete: report.complete ? null : t('papers:report.incomplete'),
      alarm: alarm(paper),
      columns: (['name', 'result', 'where', 'range', 'word'] as const).map((column) =>
        t(`results.column.${column}`),
      ),
      sections: sections(paper),
      notice: t('papers:report.notice'),
      verify: verification(paper),
    },
  }
}

/** How the paper is checked: with a camera, or by typing the code. */
function verification({ verifyUrl, verifyCodeUrl, code, locale }: PaperReport) {
  const t = textsIn(locale)
  const { size, path } = qrCode(verifyCodeUrl)
  return {
    qr: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`,
    alt: t('papers:report.qr', { url: verifyUrl }),
    text: t('papers:report.verify', { url: verifyUrl }),
    code,
  }
}

function facts(paper: PaperReport): [label: string, value: string][] {
  const { report, locale, issuedAt } = paper
  const t = textsIn(locale)
  const { patient } = report
  const age = ageOf(patient.dateOfBirth, report.sampledAt.slice(0, 10))
  return [
    [
      t('results.fact.patient'),
      `${patient.lastName} ${patient.firstName}, ${t(`results.gender.${patient.gender}`)}`,
    ],
    [
      t('results.fact.born'),
      `${formatDay(patient.dateOfBirth, locale, 'date')}, ${t(`patients.age.${age.unit}`, { count: age.count })}`,
    ],
    [t('results.fact.order'), report.orderNumber],
    [t('results.fact.sampled'), formatSampling(report.sampledAt, paper, 'date')],
    [t('papers:report.issued'), formatMoment(issuedAt, paper, 'date')],
    [t('shell.laboratory'), report.laboratoryName],
  ]
}

/** Says that something is urgent, and whom to call. */
function alarm({ report, partner, locale }: PaperReport) {
  if (!report.analyses.some(({ hasCritical }) => hasCritical)) return null
  const t = textsIn(locale)
  const { dateOfBirth } = report.patient
  const reader = isChild(dateOfBirth, report.sampledAt.slice(0, 10)) ? 'child' : 'adult'
  return {
    title: t('results.critical.title'),
    text: t(`results.critical.${reader}`),
    call: t('shell.laboratory'),
    phone: partner.phone,
  }
}

type PaperReader = Pick<PaperReport, 'locale' | 'businessTimeZone'>

/** Each analysis has its own table, but consecutive ones of one value share one: its columns are named once. */
function sections(paper: PaperReport) {
  const runs: [AnalysisReport, ...AnalysisReport[]][] = []
  for (const analysis of paper.report.analyses) {
    const last = runs.at(-1)
    if (last && isValueAlone(last[0]) && isValueAlone(analysis)) last.push(analysis)
    else runs.push([analysis])
  }
  return runs.map((run) => (run.length > 1 ? sharedTable(run, paper) : analysisData(run[0], paper)))
}

function isValueAlone({ observations, withdrawn, comment }: AnalysisReport): boolean {
  return observations.length === 1 && withdrawn.length === 0 && comment === null
}

/** In a shared table, what is otherwise above an analysis' own table is below its value. */
function sharedTable(analyses: readonly AnalysisReport[], paper: PaperReport) {
  return {
    name: textsIn(paper.locale)('shell.tests', { count: analyses.length }),
    head: null,
    rows: analyses.flatMap((analysis) =>
      analysis.observations.map((observation) => {
        const row = rowData(observation, analysis, paper)
        const name = analysis.name === row.name ? [] : [analysis.name]
        return { ...row, notes: [[...name, headOf(analysis, paper)].join(' · '), ...row.notes] }
      }),
    ),
    withdrawn: [],
    comment: null,
  }
}

/** The status of an analysis, when it was reported or is expected, and its specimen; or what it waits for. */
function headOf(analysis: AnalysisReport, reader: PaperReader): string {
  const { status, reportedAt, expectedDate, specimen, awaits } = analysis
  const { locale } = reader
  if (status === null && awaits !== null) return awaits
  const t = textsIn(locale)
  const isExpected = status === null && expectedDate
  const parts = [
    status === null ? t('results.awaited') : t(`results.status.${status}`),
    isExpected ? t('results.expected', { date: formatDay(expectedDate, locale, 'date') }) : null,
    reportedAt ? formatMoment(reportedAt, reader, 'date') : null,
    specimen,
  ]
  return parts.filter(Boolean).join(' · ')
}

function analysisData(analysis: AnalysisReport, reader: PaperReader) {
  const t = textsIn(reader.locale)
  const { name, observations, withdrawn, comment } = analysis
  return {
    name,
    head: headOf(analysis, reader),
    rows: observations.map((observation) => rowData(observation, analysis, reader)),
    withdrawn: withdrawn.map((gone) =>
      t('results.note.withdrawn', {
        name: gone.name,
        text: gone.text,
        date: formatMoment(gone.replacedAt, reader, 'date'),
      }),
    ),
    comment: comment && `${t('results.note.comment')}: ${comment}`,
  }
}

function rowData(observation: Observation, analysis: AnalysisReport, reader: PaperReader) {
  const { locale } = reader
  const t = textsIn(locale)
  const { name, status, referenceRange, method, comment, replaced } = observation
  const interpretation = interpretationOf(observation)
  const value = valueWithUnit(observation, locale)
  const range = (referenceRange && rangeText(referenceRange, t, locale)) ?? ''
  const word = interpretation && t(`results.word.${interpretation}`)
  return {
    name,
    value,
    whole: wholeText(observation, locale),
    range,
    word,
    mark: resultMark(interpretation),
    tone: interpretation ? TONES[interpretation] : 'normal',
    bar: barData(observation, [word, `${name}: ${value}`, t('results.value.range', { range })]),
    notes: [
      // In a preliminary report every value is preliminary.
      ...(status !== analysis.status && status === 'preliminary' ? [t('results.status.preliminary')] : []),
      ...(status !== analysis.status && status === 'cancelled' ? [t('results.absent.cancelled')] : []),
      ...(method ? [t('results.note.method', { method })] : []),
      ...(comment ? [comment] : []),
      ...replaced.map(({ text, replacedAt }) =>
        t('results.note.replaced', { text, date: formatMoment(replacedAt, reader, 'date') }),
      ),
    ],
  }
}

/** Where a value lies; null when there is nothing to draw. */
function barData(observation: Observation, alt: (string | null)[]) {
  const { value, referenceRange } = observation
  const bar = value?.kind === 'numeric' ? rangeBar(value.value, referenceRange) : null
  const isBroken = bar && isOffScale(bar.position, resultMark(interpretationOf(observation)) !== 'in')
  return bar && { ...bar, isBroken, alt: alt.filter(Boolean).join('. ') }
}
