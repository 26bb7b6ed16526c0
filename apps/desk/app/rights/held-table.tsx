import type { DeskRights } from '@shop/contract/rights'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { DeskTable } from '../table/desk-table.tsx'

type Held = DeskRights['held'][number]
type Kept = 'openOrders' | 'paidOrders' | 'payments' | 'results' | 'consents'
const isKept = (held: Held): held is Held & { what: Kept } => held.isKept

/** What is held of who asks; what of it stays after an erasure, and why. */
export function HeldTable({ held }: { held: readonly Held[] }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:rights.held')}</h2>
      <DeskTable
        look="bare"
        caption={t('desk:rights.held')}
        rows={held}
        keyOf={({ what }) => what}
        columns={[
          {
            id: 'what',
            head: t('desk:rights.what'),
            cell: ({ what }) => t(`desk:rights.of.${what}`),
            isHead: true,
          },
          { id: 'count', head: t('desk:rights.count'), cell: ({ count }) => count, isNumber: true },
          {
            id: 'after',
            head: t('desk:rights.after'),
            cell: (one) =>
              one.count === 0
                ? '—'
                : isKept(one)
                  ? t('desk:rights.kept', { why: t(`desk:rights.why.${one.what}`) })
                  : t('desk:rights.goes'),
          },
        ]}
      />
    </Card>
  )
}
