import type { StoredAnalysisResult } from '../tables.ts'

type Judged = Pick<
  StoredAnalysisResult,
  'heldSince' | 'status' | 'valueCount' | 'outsideCount' | 'judgedCount' | 'hasCritical'
>

/**
 * A row as people outside the laboratory may see it: a result that waits for its release looks like one that is still
 * awaited. Values are left out where they are read (`findValues`, `findCourses`).
 */
export function asShown<Row extends Judged>(row: Row, hidden: Partial<Row> = {}): Row {
  if (row.heldSince === null) return row
  return {
    ...row,
    status: null,
    valueCount: 0,
    outsideCount: 0,
    judgedCount: 0,
    hasCritical: false,
    ...hidden,
  }
}
