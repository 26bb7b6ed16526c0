import type { ReactNode } from 'react'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { PriceLines } from '../ui/price-lines.tsx'
import type { AddableView } from './addable.server.ts'
import type { Selection } from './use-selection.ts'

interface AddableSummaryProps {
  addable: AddableView
  /** What the chosen patients cost together. */
  selection?: Selection | null
  children?: ReactNode
}

/** What is about to be added and what it costs one person, the fees as lines of their own. */
export function AddableSummary({ addable, selection, children }: AddableSummaryProps) {
  const { t } = useTexts()
  const { name, lines, total, ready } = addable
  return (
    <Card as="aside" stacked aria-labelledby="addable-name">
      <h2 id="addable-name">
        <OwnLanguage>{name}</OwnLanguage>
      </h2>
      {ready && (
        <p className="small muted">
          <Icon name="calendar" size="s" /> {t('cart:add.ready', { date: ready })}
        </p>
      )}
      {total && (
        <PriceLines
          small
          lines={[
            ...lines.map(({ key, name: label, price, isFee }) => ({
              key,
              label: <OwnLanguage>{label}</OwnLanguage>,
              amount: price,
              ...(isFee ? { kind: 'fee' as const } : {}),
            })),
            { key: 'total', label: t('cart:add.perPatient'), amount: total, kind: 'total' },
            ...(selection && (selection.count > 1 || selection.sum.price !== total.price)
              ? [
                  {
                    key: 'selection',
                    label: t('cart:add.forPatients', { count: selection.count }),
                    amount: selection.sum,
                    kind: 'total' as const,
                  },
                ]
              : []),
          ]}
        />
      )}
      {children}
    </Card>
  )
}
