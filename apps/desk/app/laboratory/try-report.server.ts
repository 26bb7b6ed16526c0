import { requestLabelSchema } from '@shop/contract/refused-reports'
import { doIntent, problemOf, textsOf } from '../session/answered.server.ts'
import type { Desk } from '../session/desk-context.server.ts'

const FIELD = /^label-(\d{1,4})$/

/** What stands in the form beside each report: where it is laid. Empty: left as it is. */
export function laidIn(fields: Iterable<[string, unknown]>): { entry: number; label: string }[] {
  return [...fields].flatMap(([name, value]) => {
    const [, entry] = FIELD.exec(name) ?? []
    // People type numbers as they are printed, in groups.
    const label = String(value).replaceAll(/\s/g, '')
    return entry && label ? [{ entry: Number(entry), label }] : []
  })
}

/** Tries a refused report again, which may be refused again and stays `open` then, or puts it aside. */
export function settleReport(desk: Desk, id: string, form: FormData) {
  const version = Number(form.get('version'))
  return doIntent(desk, form, {
    try: () => desk.api.tryRefusedReport(id, { version, lays: laidIn(form) }),
    setAside: () => desk.api.setAsideReport(id, { version, reason: textsOf(form)('reason') }),
  })
}

/** The ordered tests that were typed, to be read before anything is laid to them; null: there is none such. */
export async function loadTypedLines(desk: Desk, query: URLSearchParams) {
  const typed = laidIn(query)
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
    // What is not found, or not theirs, is said beside the field.
    if (problemOf(desk, error).code === 'not_found') return null
    throw error
  }
}
