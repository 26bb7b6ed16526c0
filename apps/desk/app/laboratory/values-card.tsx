import type { ResultValues } from '@shop/contract/held-results'
import { interpretationOf, isCritical } from '@shop/domain/results'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { DeskTable } from '../table/desk-table.tsx'

interface Found extends Pick<ResultValues, 'values' | 'comment'> {
  test: string
  /** When the sample was taken, in words. */
  sampled: string
}

/** The values of one test. `came`: when they arrived, in words; null if not shown. */
export function ValuesCard({ found, came }: { found: Found; came: string | null }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <p className="muted">
        {t('desk:critical.sampled', { moment: found.sampled })}
        {came && ` · ${t('desk:critical.came', { moment: came })}`}
      </p>
      <DeskTable
        look="bare"
        caption={found.test}
        rows={found.values}
        keyOf={({ name }) => name}
        columns={[
          { id: 'value', head: t('desk:critical.value'), cell: ({ name }) => name, isHead: true },
          {
            id: 'found',
            head: t('results.column.result'),
            cell: ({ value, ...judged }) => {
              const interpretation = interpretationOf(judged)
              return isCritical(interpretation) ? (
                <>
                  <strong>{value}</strong> <AlarmTag>{t(`desk:critical.is.${interpretation}`)}</AlarmTag>
                </>
              ) : (
                value
              )
            },
          },
          { id: 'range', head: t('desk:critical.range'), cell: ({ range }) => range ?? '—' },
        ]}
      />
      {found.comment && <p>{found.comment}</p>}
    </Card>
  )
}
