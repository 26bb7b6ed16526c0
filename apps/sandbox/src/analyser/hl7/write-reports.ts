import { createHash } from 'node:crypto'
import { Hl7Message } from '@medplum/core'
import type { Component } from '../catalogue.ts'
import { readCatalogue } from '../catalogue.ts'
import type { Report } from '../describe-reports.ts'
import { drawForStage } from '../draw-for-stage.ts'
import type { DrawnValue } from '../draw-values.ts'
import { shopCode } from '../take-in-work.ts'

const STATUS = { preliminary: 'P', final: 'F', corrected: 'C' } as const
const MARKS: Readonly<Record<string, string>> = { '\\': 'E', '|': 'F', '^': 'S', '&': 'T', '~': 'R' }

const clean = (text: string | number) => String(text).replace(/[\\|^&~]/g, (mark) => `\\${MARKS[mark]}\\`)
const parts = (...components: (string | number)[]) => components.map(clean).join('^')
const stamp = (time: Date) => `${time.toISOString().replace(/[-:T]|\.\d+Z/g, '')}+0000`

/** The reports of an order as ORU^R01, one message for each patient. Repeated reports have the same control id. */
export function writeReports(reports: readonly Report[], sentAt: Date): Hl7Message[] {
  const ofPatients = Map.groupBy(reports, ({ work }) => work.request.patient)
  return [...ofPatients].map(([patient, theirs]) => {
    const groups = theirs.flatMap((report, index) => writeReport(report, index + 1))
    const id = createHash('sha256').update(groups.join('\r')).digest('hex').slice(0, 20).toUpperCase()
    const lines = [
      `MSH|^~\\&|LIS|LABORATORY|SHOP|NETWORK|${stamp(sentAt)}||ORU^R01^ORU_R01|${id}|P|2.5.1||||||UNICODE UTF-8`,
      `PID|1||${patient.replace('Patient/', '')}^^^SHOP^PI`,
      ...groups,
    ]
    return Hl7Message.parse(lines.join('\r'))
  })
}

function writeReport({ work, stage }: Report, set: number): string[] {
  const { request, sampledAt, issuedAt } = work
  const analysis = readCatalogue().get(shopCode(request)!)!
  const { code, name, specimen, resultDefinition } = analysis
  const values = drawForStage({ work, stage, analysis, now: issuedAt })
  const isPartial = values.length < resultDefinition.components.length
  const placer = clean(request.serviceRequestId)
  const observations = values.map((value, index) => {
    const place = resultDefinition.components.indexOf(value.component) + 1
    return writeValue(value, {
      set: index + 1,
      code: `${code}-${place}`,
      status: STATUS[stage],
      at: stamp(sampledAt),
    })
  })
  return [
    `OBR|${set}|${placer}^SHOP|F${placer}^LIS|${parts(code, name, '99SHOP')}|||${stamp(sampledAt)}|||||||||||||||${stamp(issuedAt)}||LAB|${isPartial ? 'A' : STATUS[stage]}`,
    ...observations,
    `SPM|${set}|^S${placer}&LIS||${parts('', specimen)}|||||||||||||${stamp(sampledAt)}`,
  ]
}

function writeValue(
  { component, value, range, flag }: DrawnValue,
  { set, code, status, at }: { set: number; code: string; status: string; at: string },
): string {
  const isNumber = typeof value === 'number'
  const names = component.loinc
    ? parts(component.loinc, component.name, 'LN', code, '', '99SHOP')
    : parts(code, component.name, '99SHOP')
  const unit = isNumber && component.ucumUnit ? parts(component.ucumUnit, '', 'UCUM') : ''
  return `OBX|${set}|${isNumber ? 'NM' : 'ST'}|${names}||${clean(value)}|${unit}|${limits(range)}|${flag ?? ''}|||${status}|||${at}`
}

function limits(range: Component['referenceRanges'][number] | undefined): string {
  const { low, high } = range ?? {}
  if (low !== undefined && high !== undefined) return `${low}-${high}`
  if (high !== undefined) return `<${high}`
  return low === undefined ? '' : `>${low}`
}
