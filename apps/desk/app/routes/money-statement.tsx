import { membersOf } from '@shop/contract/main-api-client'
import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { scopeOf } from '@shop/domain/staff'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { data, Form } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { problemOf } from '../forms/run-form.server.ts'
import { StatementReadingNote, textOfFile } from '../money/statement-reading.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/money-statement'

export function loader({ context }: Route.LoaderArgs) {
  // A statement is of the whole network.
  if (scopeOf(context.get(staffContext).grants, 'payments.read') !== 'all') throw data(null, { status: 403 })
  return null
}

const NOTHING = { problem: null, unreadable: null, compared: null }

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const file = (await request.formData()).get('file')
  const csv = file instanceof File ? textOfFile(await file.arrayBuffer()) : ''
  if (!csv.trim()) return data({ ...NOTHING, unreadable: { line: 1, column: null } }, { status: 422 })
  const format = (money: WireMoney | null) => money && formatMoney(fromWire(money), desk.locale)
  const sums = (side: WireMoney[]) => side.map(format).join(' · ') || '—'
  try {
    const { from, to, statement, books, differences, ...rest } = await desk.api.compareStatement({ csv })
    const compared = {
      ...rest,
      from: shortDay(from, desk),
      to: shortDay(to, desk),
      received: { statement: sums(statement.received), books: sums(books.received) },
      givenBack: { statement: sums(statement.givenBack), books: sums(books.givenBack) },
      differences: differences.map((difference) => ({
        ...difference,
        statement: format(difference.statement),
        books: format(difference.books),
      })),
    }
    return data({ ...NOTHING, compared })
  } catch (error) {
    const unreadable = membersOf(error, 'statement_unreadable')
    if (unreadable) return data({ ...NOTHING, unreadable }, { status: 422 })
    return data({ ...NOTHING, problem: problemOf(desk, error) }, { status: 422 })
  }
}

const SIDES = [{ side: 'received' }, { side: 'givenBack' }] as const

export default function MoneyStatement({ actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const compared = done?.compared
  const unreadable = done?.unreadable
  return (
    <>
      <title>{t('desk:money.statement')}</title>
      <h1>{t('desk:money.statement')}</h1>
      <Tabs of="money" />
      <Card as="section">
        <Form method="post" encType="multipart/form-data" className="stack">
          <p>{t('desk:money.statementLead')}</p>
          <p className="deskCode">type, payment, amount, currency, time</p>
          <TextField
            name="file"
            type="file"
            accept=".csv,text/csv"
            label={t('desk:money.file')}
            error={
              unreadable
                ? unreadable.column
                  ? t('desk:money.unreadableColumn', { line: unreadable.line, column: unreadable.column })
                  : t('desk:money.unreadable', { line: unreadable.line })
                : undefined
            }
            required
          />
          <SubmitButton look="primary">{t('desk:money.compare')}</SubmitButton>
        </Form>
      </Card>
      <ProblemNotice problem={done?.problem} />
      {compared && (
        <section aria-labelledby="compared" className="stack">
          <h2 id="compared">
            {compared.from === compared.to
              ? compared.from
              : t('desk:money.compared', { from: compared.from, to: compared.to })}
          </h2>
          <Notice role="status" tone={compared.differences.length === 0 ? 'ok' : 'warn'}>
            {t('desk:money.matched', { count: compared.matched })}{' '}
            {t('desk:money.differ', { count: compared.differences.length })}
          </Notice>
          {compared.reading && <StatementReadingNote reading={compared.reading} />}
          <DeskTable
            look="wide"
            caption={t('desk:money.sums')}
            rows={SIDES}
            keyOf={({ side }) => side}
            columns={[
              {
                id: 'sums',
                head: t('desk:money.sums'),
                cell: ({ side }) => t(`desk:money.${side}`),
                isHead: true,
              },
              {
                id: 'statement',
                head: t('desk:money.inStatement'),
                cell: ({ side }) => compared[side].statement,
                isNumber: true,
              },
              {
                id: 'books',
                head: t('desk:money.inBooks'),
                cell: ({ side }) => compared[side].books,
                isNumber: true,
              },
            ]}
          />
          <DeskTable
            look="wide"
            caption={t('desk:money.differences')}
            rows={compared.differences}
            keyOf={({ type, transactionId, statement }) => `${type} ${transactionId} ${statement}`}
            columns={[
              {
                id: 'what',
                head: t('desk:money.what'),
                cell: ({ kind, type }) => (
                  <>
                    <Tag tone="warn">{t(`desk:money.difference.${kind}`)}</Tag> {t(`desk:money.type.${type}`)}
                  </>
                ),
                sortBy: ({ kind }) => t(`desk:money.difference.${kind}`),
              },
              {
                id: 'order',
                head: t('results.fact.order'),
                cell: ({ paymentId, orderNumber }) =>
                  paymentId && <RowLink to={pathOf('payment', { paymentId })}>{orderNumber}</RowLink>,
                sortBy: ({ orderNumber }) => orderNumber,
              },
              {
                id: 'payment',
                head: t('desk:money.payment'),
                cell: ({ transactionId }) => transactionId,
                className: 'deskCode',
              },
              {
                id: 'statement',
                head: t('desk:money.inStatement'),
                cell: ({ statement }) => statement,
                isNumber: true,
              },
              { id: 'books', head: t('desk:money.inBooks'), cell: ({ books }) => books, isNumber: true },
            ]}
          />
        </section>
      )}
    </>
  )
}
