import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../components/card/card.tsx'
import { Icon } from '../../components/icon/icon.tsx'
import { PriceLines } from '../../components/lines/price-lines.tsx'
import type { AddableView } from './addable.server.ts'

/** What is about to be added and what it costs one person, the fees as lines of their own. */
export function AddableSummary({ addable, children }: { addable: AddableView; children?: ReactNode }) {
  const { t } = useTranslation('cart')
  const { name, lines, total, ready } = addable
  return (
    <Card as="aside" stacked aria-labelledby="addable-name">
      <h2 id="addable-name">{name}</h2>
      {ready && (
        <p className="small muted">
          <Icon name="calendar" size="s" /> {t('add.ready', { date: ready })}
        </p>
      )}
      {total && (
        <PriceLines
          small
          lines={[
            ...lines.map(({ key, name: label, price, isFee }) => ({
              key,
              label,
              amount: price,
              ...(isFee ? { kind: 'fee' as const } : {}),
            })),
            { key: 'total', label: t('add.perPatient'), amount: total, kind: 'total' },
          ]}
        />
      )}
      {children}
    </Card>
  )
}
