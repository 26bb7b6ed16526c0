import type { DeskRights } from '@shop/contract/rights'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'

type Held = DeskRights['held'][number]
type Kept = 'openOrders' | 'paidOrders' | 'payments' | 'results' | 'consents'
const isKept = (held: Held): held is Held & { what: Kept } => held.isKept

/** What is held of who asks; what of it stays after an erasure, and why. */
export function HeldTable({ held }: { held: readonly Held[] }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:rights.held')}</h2>
      <table className="deskTable">
        <caption className="visually-hidden">{t('desk:rights.held')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('desk:rights.what')}</th>
            <th scope="col">{t('desk:rights.count')}</th>
            <th scope="col">{t('desk:rights.after')}</th>
          </tr>
        </thead>
        <tbody>
          {held.map((one) => (
            <tr key={one.what}>
              <th scope="row">{t(`desk:rights.of.${one.what}`)}</th>
              <td>{one.count}</td>
              <td>
                {one.count === 0
                  ? '—'
                  : isKept(one)
                    ? t('desk:rights.kept', { why: t(`desk:rights.why.${one.what}`) })
                    : t('desk:rights.goes')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
