import type { Interpretation, ResultStatus } from '@shop/domain/results'

/** Texts may name values, as `{{date}}`; a counted one has a form for each plural of its language, `years_few`. */
export interface ResultWords {
  age: Readonly<Record<string, string>>
  /** Words for a value and a report, for their columns and for what stands beside them. */
  results: {
    word: Record<Interpretation, string>
    status: Record<ResultStatus, string>
    awaited: string
    expected: string
    gender: Record<'M' | 'F', string>
    column: Record<'name' | 'result' | 'where' | 'range' | 'word', string>
    range: Record<'none' | 'below' | 'above', string>
    fact: Record<'patient' | 'born' | 'order' | 'sampled' | 'laboratory', string>
    note: Record<'method' | 'comment' | 'replaced' | 'withdrawn', string>
    /** By whom it is read: the patient, the parent of a child, the doctor. */
    critical: Record<'title' | 'adult' | 'child' | 'doctor' | 'phone', string>
  }
}
