import type { RefusalReason } from '@shop/domain/laboratory-desk'
import type { IssueCode, OutcomeIssue } from '../operation-outcome.ts'

/** Elements whose faults show what staff must look at; the first match counts. */
const OF_ELEMENT: readonly (readonly [element: RegExp, code: IssueCode | null, reason: RefusalReason])[] = [
  [/\.resource\.(basedOn|request)\b/, 'business-rule', 'refunded'],
  [/\.resource\.(basedOn|request)\b/, null, 'noOrder'],
  [/\.subject\b/, null, 'otherPatient'],
  [/\.resource\.code$/, 'code-invalid', 'otherTest'],
  [/\.identifier\[0\]$/, 'business-rule', 'conflict'],
  [/\.result\b/, 'not-found', 'conflict'],
  // HL7 v2: where it names the order and the patient, and where the values are.
  [/^OBR\^\d+\^2$/, null, 'noOrder'],
  [/^PID\b/, null, 'otherPatient'],
  [/^OBX\^/, null, 'value'],
]
const OF_CODE: Partial<Record<IssueCode, RefusalReason>> = {
  conflict: 'conflict',
  value: 'value',
  invariant: 'value',
  'code-invalid': 'value',
}

/** The kind of a fault, by its place and code. */
export function refusalReason({ code, expression = '' }: OutcomeIssue): RefusalReason {
  const known = OF_ELEMENT.find(([element, of]) => (of === null || of === code) && element.test(expression))
  return known?.[2] ?? OF_CODE[code] ?? 'form'
}
