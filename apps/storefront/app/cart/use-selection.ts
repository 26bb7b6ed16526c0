import { type RefObject, useEffect, useState } from 'react'
import type { PatientChoice } from './patient-choices.server.ts'
import { type Selection, selectionSum } from './selection-sum.ts'

/**
 * What the form's chosen patients cost together, kept in step with the form; null until a script runs, and while
 * nobody is chosen.
 */
export function useSelection(
  ref: RefObject<HTMLFormElement | null>,
  choices: readonly PatientChoice[],
): Selection | null {
  const [selection, setSelection] = useState<Selection | null>(null)
  useEffect(() => {
    const form = ref.current
    if (!form) return
    const read = () => {
      const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
      const patientIds = entries.flatMap(([name, value]) => (name === 'patientIds' ? value : []))
      setSelection(patientIds.length > 0 ? selectionSum(choices, patientIds, new Map(entries)) : null)
    }
    read()
    form.addEventListener('change', read)
    return () => form.removeEventListener('change', read)
  }, [ref, choices])
  return selection
}
