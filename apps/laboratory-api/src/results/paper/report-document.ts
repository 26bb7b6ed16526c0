import { Path, StyleSheet, Svg, View } from '@react-pdf/renderer'
import type { Locale } from '@shop/contract/fields'
import type { Partner } from '@shop/contract/partner'
import { qrCode } from '@shop/contract/qr-code'
import type { AnalysisReport, Observation, PatientReport } from '@shop/contract/results'
import { isChild } from '@shop/domain/age'
import { ageOf } from '@shop/domain/age-in-words'
import type { Interpretation } from '@shop/domain/results'
import { createElement as h, type ReactNode } from 'react'
import { PDF_COLOURS, renderLetter } from '../../pdf/letterhead.ts'
import { Text } from '../../pdf/text.ts'
import { textsIn } from '../../texts.ts'
import { formatRange } from '../format-value.ts'
import { dateText, instantText } from './paper-dates.ts'
import { richText } from './rich-text.ts'
import { valueText } from './value-text.ts'

const CRITICAL_INK = '#9b1c1c'
const CRITICAL_WASH = '#fdecec'

const styles = StyleSheet.create({
  facts: { marginBottom: 12 },
  fact: { flexDirection: 'row', paddingVertical: 1.5 },
  label: { width: 110, color: PDF_COLOURS.soft },
  strong: { fontWeight: 600 },
  before: { height: 16 },
  analysis: { fontSize: 12, fontWeight: 600 },
  head: { fontSize: 8, color: PDF_COLOURS.soft, marginTop: 2, marginBottom: 4 },
  row: { paddingVertical: 4, borderBottomWidth: 0.5, borderBottomColor: PDF_COLOURS.line },
  cells: { flexDirection: 'row' },
  outside: { backgroundColor: '#fdf3e3' },
  critical: { backgroundColor: CRITICAL_WASH },
  alarm: { padding: 8, marginBottom: 12, backgroundColor: CRITICAL_WASH, color: CRITICAL_INK },
  columns: { fontSize: 8, color: PDF_COLOURS.soft },
  name: { flex: 1, paddingRight: 8, paddingLeft: 4 },
  value: { width: 118, paddingRight: 6 },
  range: { width: 108, paddingRight: 6 },
  word: { width: 110, flexDirection: 'row' },
  mark: { width: 7, height: 7, marginRight: 4, marginTop: 2.5 },
  small: { fontSize: 8, color: PDF_COLOURS.soft, paddingHorizontal: 4, paddingTop: 2 },
  comment: { marginTop: 6, padding: 6, fontSize: 9, backgroundColor: PDF_COLOURS.wash },
  notice: { marginTop: 20, fontSize: 9, color: PDF_COLOURS.soft },
  verify: {
    marginTop: 12,
    padding: 8,
    borderWidth: 1,
    borderColor: PDF_COLOURS.line,
    flexDirection: 'row',
    alignItems: 'center',
  },
  qr: { width: 92, height: 92, marginRight: 8 },
  code: { fontSize: 13, fontWeight: 600, letterSpacing: 1.5, marginTop: 4 },
})

/** Height of a table's name, columns and first value: they stand on one page. */
const TABLE_HEAD = 90

const MARKS: Readonly<Record<'in' | 'low' | 'high' | 'critical', string>> = {
  in: 'M9 3.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z',
  low: 'M2 4h14L9 15.5z',
  high: 'M2 14h14L9 2.5z',
  critical: 'M9 1l8 8-8 8-8-8z',
}
const MARK_OF: Readonly<Record<Interpretation, keyof typeof MARKS>> = {
  normal: 'in',
  low: 'low',
  high: 'high',
  criticalLow: 'critical',
  criticalHigh: 'critical',
  abnormal: 'critical',
}

export interface PaperReport {
  report: PatientReport
  code: string
  /** Where the code is checked. */
  verifyUrl: string
  /** As `verifyUrl`, with the code typed already. */
  verifyCodeUrl: string
  issuedAt: Date
  partner: Partner
  locale: Locale
  /** The business zone. */
  zone: string
}

/** A patient's results of one order as PDF, with a code that leads back to them. */
export async function renderReport(paper: PaperReport): Promise<Buffer> {
  const { report, code, partner, locale } = paper
  const t = textsIn(locale)
  return renderLetter({
    partner,
    locale,
    title: t('papers:report.title'),
    foot: `${partner.brand} · ${report.orderNumber} · ${code}`,
    children: [
      facts(paper),
      alarm(paper),
      ...report.analyses.flatMap((analysis) => [
        h(View, { key: `before ${analysis.id}`, style: styles.before, minPresenceAhead: TABLE_HEAD }),
        analysisTable(analysis, paper),
      ]),
      h(Text, { key: 'notice', style: styles.notice }, t('papers:report.notice')),
      verification(paper),
    ],
  })
}

/** How the document is checked: by a camera, or by typing. */
function verification({ verifyUrl, verifyCodeUrl, code, partner, locale }: PaperReport): ReactNode {
  const { size, path } = qrCode(verifyCodeUrl)
  return h(
    View,
    { key: 'verify', style: styles.verify, wrap: false },
    h(Svg, { viewBox: `0 0 ${size} ${size}`, style: styles.qr }, h(Path, { d: path, fill: PDF_COLOURS.ink })),
    h(
      View,
      { style: { flex: 1 } },
      h(Text, {}, textsIn(locale)('papers:report.verify', { url: verifyUrl })),
      h(Text, { style: [styles.code, { color: partner.colour }] }, code),
    ),
  )
}

function facts({ report, locale, zone, issuedAt }: PaperReport): ReactNode {
  const t = textsIn(locale)
  const { patient } = report
  const age = ageOf(patient.dateOfBirth, report.sampledAt.slice(0, 10))
  const rows: [string, string][] = [
    [
      t('results.fact.patient'),
      `${patient.lastName} ${patient.firstName}, ${t(`results.gender.${patient.gender}`)}`,
    ],
    [
      t('results.fact.born'),
      `${dateText(patient.dateOfBirth, locale)}, ${t(`patients.age.${age.unit}`, { count: age.count })}`,
    ],
    [t('results.fact.order'), report.orderNumber],
    [t('results.fact.sampled'), instantText(report.sampledAt, { locale, zone })],
    [t('papers:report.issued'), instantText(issuedAt.toISOString(), { locale, zone })],
    [t('results.fact.laboratory'), report.laboratoryName],
  ]
  return h(
    View,
    { key: 'facts', style: styles.facts },
    ...rows.map(([label, value], index) =>
      h(
        View,
        { key: label, style: styles.fact },
        h(Text, { style: styles.label }, label),
        h(Text, { style: index === 0 ? styles.strong : {} }, value),
      ),
    ),
    report.complete
      ? null
      : h(Text, { key: 'incomplete', style: styles.comment }, t('papers:report.incomplete')),
  )
}

/** That something cannot wait, and whom to call. */
function alarm({ report, partner, locale }: PaperReport): ReactNode {
  if (!report.analyses.some(({ hasCritical }) => hasCritical)) return null
  const t = textsIn(locale)
  const { dateOfBirth } = report.patient
  const reader = isChild(dateOfBirth, report.sampledAt.slice(0, 10)) ? 'child' : 'adult'
  return h(
    View,
    { key: 'alarm', style: styles.alarm, wrap: false },
    h(Text, { style: styles.strong }, t('results.critical.title')),
    h(Text, {}, t(`results.critical.${reader}`)),
    h(Text, {}, `${t('results.critical.phone')}: ${partner.phone}`),
  )
}

function analysisTable(analysis: AnalysisReport, paper: PaperReport): ReactNode {
  const { partner, locale, zone } = paper
  const t = textsIn(locale)
  const { id, name, status, reportedAt, expectedDate, specimen, observations, comment } = analysis
  const isExpected = status === null && expectedDate
  const parts = [
    status === null ? t('results.awaited') : t(`results.status.${status}`),
    isExpected ? t('results.expected', { date: dateText(expectedDate, locale) }) : null,
    reportedAt ? instantText(reportedAt, { locale, zone }) : null,
    specimen,
  ]
  return h(
    View,
    { key: id },
    h(Text, { style: [styles.analysis, { color: partner.colour }] }, name),
    h(Text, { style: styles.head }, parts.filter(Boolean).join(' · ')),
    observations.length > 0 ? columnsRow(locale) : null,
    ...observations.map((observation) => observationRow(observation, { analysis, paper })),
    ...analysis.withdrawn.map((gone) =>
      h(
        Text,
        { key: gone.name, style: styles.small },
        ...richText(
          t('results.note.withdrawn', {
            name: gone.name,
            text: gone.text,
            date: instantText(gone.replacedAt, { locale, zone }),
          }),
        ),
      ),
    ),
    comment ? h(Text, { style: styles.comment }, `${t('results.note.comment')}: ${comment}`) : null,
  )
}

/** Again at the head of each page that the table goes on to. */
function columnsRow(locale: Locale): ReactNode {
  const t = textsIn(locale)
  return h(
    View,
    { style: [styles.row, styles.cells, styles.columns], fixed: true },
    h(Text, { style: styles.name }, t('results.column.name')),
    h(Text, { style: styles.value }, t('results.column.result')),
    h(Text, { style: styles.range }, t('results.column.range')),
    h(Text, { style: styles.word }, t('results.column.word')),
  )
}

function observationRow(
  observation: Observation,
  { analysis, paper: { locale, zone } }: { analysis: AnalysisReport; paper: PaperReport },
): ReactNode {
  const t = textsIn(locale)
  const { id, name, status, interpretation, referenceRange, method, comment, replaced } = observation
  const isOutside = interpretation !== null && interpretation !== 'normal'
  const notes = [
    // In a preliminary report every value is one.
    ...(status === 'preliminary' && analysis.status !== status ? [t('results.status.preliminary')] : []),
    ...(method ? [t('results.note.method', { method })] : []),
    ...(comment ? [comment] : []),
    ...replaced.map(({ text, replacedAt }) =>
      t('results.note.replaced', { text, date: instantText(replacedAt, { locale, zone }) }),
    ),
  ]
  const weight = isOutside ? styles.strong : {}
  const range = referenceRange ? formatRange(referenceRange, locale) : ''
  return h(
    View,
    {
      key: id,
      style: [styles.row, isOutside ? (isCritical(interpretation) ? styles.critical : styles.outside) : {}],
      wrap: false,
    },
    h(
      View,
      { style: styles.cells },
      h(Text, { style: [styles.name, weight] }, name),
      h(Text, { style: [styles.value, weight] }, ...richText(valueText(observation, locale))),
      h(Text, { style: styles.range }, ...richText(range)),
      h(View, { style: styles.word }, ...interpretationCell(interpretation, locale)),
    ),
    ...notes.map((note) => h(Text, { key: note, style: styles.small }, ...richText(note))),
  )
}

function isCritical(interpretation: Interpretation): boolean {
  return interpretation === 'criticalLow' || interpretation === 'criticalHigh'
}

function interpretationCell(interpretation: Interpretation | null, locale: Locale): ReactNode[] {
  if (!interpretation) return [h(Text, { key: 'none' }, '')]
  const fill =
    interpretation === 'normal' ? PDF_COLOURS.ink : isCritical(interpretation) ? CRITICAL_INK : '#8a4208'
  const word = textsIn(locale)(`results.word.${interpretation}`)
  return [
    h(
      Svg,
      { key: 'mark', viewBox: '0 0 18 18', style: styles.mark },
      h(Path, { d: MARKS[MARK_OF[interpretation]], fill }),
    ),
    h(
      Text,
      {
        key: 'word',
        style: interpretation === 'normal' ? { flex: 1 } : { flex: 1, fontWeight: 600, color: fill },
      },
      word,
    ),
  ]
}
