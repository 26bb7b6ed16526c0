import { LISTED } from '@shop/contract/desk'
import { ATTENTION_GROUPS, type Attention } from '@shop/contract/money'
import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/money-attention'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const lines = await desk.api.paymentAttention()
  return {
    lines: lines.map((line) => ({
      ...line,
      since: moment(line.at, desk),
      amount: line.amount && formatMoney(fromWire(line.amount), desk.locale),
    })),
  }
}

/** Whether the main API may know of more: it ends each group by itself. */
const isFull = (lines: readonly Pick<Attention, 'kind'>[]): boolean =>
  ATTENTION_GROUPS.some(
    (group) => lines.filter(({ kind }) => group.some((one) => one === kind)).length >= LISTED,
  )

export default function MoneyAttention({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { lines } = loaderData
  return (
    <>
      <title>{t('desk:money.attention')}</title>
      <h1>{t('desk:money.attention')}</h1>
      <Tabs of="money" />
      <DeskTable
        caption={t('desk:money.attention')}
        rows={lines}
        most={isFull(lines) ? lines.length : undefined}
        keyOf={({ kind, paymentId, since, detail, amount }) =>
          `${kind} ${paymentId} ${since} ${detail} ${amount}`
        }
        none={t('desk:money.allMatches')}
        columns={[
          {
            id: 'what',
            head: t('desk:money.what'),
            cell: ({ kind }) => (
              <Tag tone={kind === 'refundToDecide' ? 'wait' : 'warn'}>
                {t(`desk:money.attentionOf.${kind}`)}
              </Tag>
            ),
            sortBy: ({ kind }) => t(`desk:money.attentionOf.${kind}`),
          },
          {
            id: 'order',
            head: t('results.fact.order'),
            cell: ({ paymentId, orderNumber }) =>
              paymentId ? (
                <RowLink to={pathOf('payment', { paymentId })}>{orderNumber}</RowLink>
              ) : (
                t('desk:money.noOrder')
              ),
            sortBy: ({ orderNumber }) => orderNumber,
          },
          { id: 'total', head: t('desk:orders.total'), cell: ({ amount }) => amount, isNumber: true },
          { id: 'since', head: t('desk:money.since'), cell: ({ since }) => since, sortBy: ({ at }) => at },
          { id: 'detail', head: t('desk:money.detail'), cell: ({ detail }) => detail, className: 'deskCode' },
        ]}
      />
    </>
  )
}
