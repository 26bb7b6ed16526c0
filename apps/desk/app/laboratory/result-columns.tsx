import type { Texts } from '@shop/texts/create-texts'
import { type DeskColumn, RowLink } from '../table/desk-table.tsx'

interface ListedResult {
  id: string
  test: string
  name: string
  born: string
  orderNumber: string
}

/** The columns that name a result in the laboratory's lists: test, patient, order. */
export const resultColumns = <Row extends ListedResult>(
  t: Texts['t'],
  pathOfResult: (resultId: string) => string,
): DeskColumn<Row>[] => [
  {
    id: 'test',
    head: t('desk:critical.test'),
    cell: ({ id, test }) => <RowLink to={pathOfResult(id)}>{test}</RowLink>,
    sortBy: ({ test }) => test,
  },
  {
    id: 'patient',
    head: t('patients.title'),
    cell: ({ name, born }) => (
      <>
        {name} <span className="muted">{born}</span>
      </>
    ),
    sortBy: ({ name }) => name,
  },
  {
    id: 'order',
    head: t('results.fact.order'),
    cell: ({ orderNumber }) => orderNumber,
    sortBy: ({ orderNumber }) => orderNumber,
  },
]
