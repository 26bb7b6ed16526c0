import type { Texts } from '@shop/texts/create-texts'
import type { ReactNode } from 'react'
import { type DeskColumn, RowLink } from '../table/desk-table.tsx'

interface ListedResult {
  id: string
  test: string
  name: string
  born: string
  orderNumber: string
}

/**
 * The columns that name a result in the laboratory's lists: test, patient, order. `found`: what is said below the test.
 */
export function resultColumns<Row extends ListedResult>(
  t: Texts['t'],
  pathOfResult: (resultId: string) => string,
  found?: (row: Row) => ReactNode,
): Record<'test' | 'patient' | 'order', DeskColumn<Row>> {
  return {
    test: {
      id: 'test',
      head: t('desk:critical.test'),
      cell: (row) => (
        <>
          <RowLink to={pathOfResult(row.id)}>{row.test}</RowLink>
          {found?.(row)}
        </>
      ),
      sortBy: ({ test }) => test,
    },
    patient: {
      id: 'patient',
      head: t('patients.title'),
      cell: ({ name, born }) => (
        <>
          {name} <span className="muted nowrap">{born}</span>
        </>
      ),
      sortBy: ({ name }) => name,
    },
    order: {
      id: 'order',
      head: t('results.fact.order'),
      cell: ({ orderNumber }) => orderNumber,
      sortBy: ({ orderNumber }) => orderNumber,
    },
  }
}
