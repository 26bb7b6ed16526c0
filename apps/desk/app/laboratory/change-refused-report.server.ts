import { requestLabelSchema } from '@shop/contract/refused-reports'
import { doIntent, problemOf, textsOf } from '../forms/run-form.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

const FIELD = /^label-(\d{1,4})$/

/** The label typed beside each report: the ordered test to assign it to. An empty field leaves it as it is. */
function labelsIn(fields: Iterable<[string, unknown]>): { entry: number; label: string }[] {
  return [...fields].flatMap(([name, value]) => {
    const [, entry] = FIELD.exec(name) ?? []
    // People type numbers as printed, in groups.
    const label = String(value).replaceAll(/\s/g, '')
    return entry && label ? [{ entry: Number(entry), label }] : []
  })
}

/** Tries a refused report again (it may be refused again, and then stays `open`) or sets it aside. */
export function changeRefusedReport(desk: Desk, id: string, form: FormData) {
  const version = Number(form.get('version'))
  return doIntent(desk, form, {
    try: () => desk.api.tryRefusedReport(id, { version, lays: labelsIn(form) }),
    setAside: () => desk.api.setAsideReport(id, { version, reason: textsOf(form)('reason') }),
  })
}

/** The ordered tests that were typed, to be read before a report is assigned to them; null if there is no such test. */
export async function loadTypedLines(desk: Desk, query: URLSearchParams) {
  const typed = labelsIn(query)
  const lines = await Promise.all(
    typed.map(async ({ entry, label }) => {
      const known = requestLabelSchema.safeParse(label)
      const line = known.success ? await lineOf(desk, known.data) : null
      return { entry, label, line }
    }),
  )
  return lines
}

async function lineOf(desk: Desk, label: string) {
  try {
    return await desk.api.requestLine(label)
  } catch (error) {
    // A test that is not found, or not theirs to see, is reported beside the field.
    if (problemOf(desk, error).code === 'not_found') return null
    throw error
  }
}
