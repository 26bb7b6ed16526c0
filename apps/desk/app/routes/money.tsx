import { LONGEST_PAYMENT_SEARCH } from '@shop/contract/input-lengths'
import { PAYMENT_FILTERS } from '@shop/contract/money'
import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { bareNumber, ID_PATTERN } from '../forms/bare-number.ts'
import { PaymentTags } from '../money/payment-tags.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/money'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const query = url.searchParams
  const given = (name: string) => query.get(name)?.trim() || undefined
  const filter = {
    state: given('state'),
    from: given('from'),
    to: given('to'),
    find: bareNumber(query.get('find')),
  }
  const { payments, next } = await desk.api.listPayments({ ...filter, before: given('before') })
  const further = new URLSearchParams(query)
  if (next) further.set('before', next)
  return {
    filter,
    isFirst: !query.has('before'),
    further: next && `?${further}`,
    payments: payments.map(({ amount, refunded, ...payment }) => ({
      ...payment,
      createdAt: moment(payment.createdAt, desk),
      amount: formatMoney(fromWire(amount), desk.locale),
      refunded: refunded.price > 0 ? formatMoney(fromWire(refunded), desk.locale) : null,
    })),
  }
}

export default function Money({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { payments, filter, isFirst, further } = loaderData
  return (
    <>
      <title>{t('desk:nav.money')}</title>
      <h1>{t('desk:nav.money')}</h1>
      <Tabs of="money" />
      <Form key={JSON.stringify(filter)} method="get" className="deskTools">
        <TextField
          name="find"
          type="search"
          label={t('desk:money.find')}
          defaultValue={filter.find}
          pattern={ID_PATTERN}
          maxLength={LONGEST_PAYMENT_SEARCH}
          autoComplete="off"
        />
        <SelectField
          name="state"
          label={t('desk:status')}
          placeholder={t('desk:money.anyState')}
          defaultValue={filter.state ?? ''}
          options={PAYMENT_FILTERS.map((value) => ({ value, label: t(`desk:money.state.${value}`) }))}
        />
        <TextField name="from" type="date" label={t('desk:money.from')} defaultValue={filter.from} />
        <TextField name="to" type="date" label={t('desk:money.to')} defaultValue={filter.to} />
        <SubmitButton look="quiet">{t('desk:show')}</SubmitButton>
      </Form>
      <DeskTable
        caption={t('desk:money.list')}
        rows={payments}
        keyOf={({ id }) => id}
        none={t(isFirst ? 'desk:money.none' : 'desk:money.noMore')}
        columns={[
          {
            id: 'order',
            head: t('results.fact.order'),
            cell: ({ id, orderNumber }) => (
              <RowLink to={pathOf('payment', { paymentId: id })}>{orderNumber}</RowLink>
            ),
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: (payment) => <PaymentTags payment={payment} />,
          },
          { id: 'total', head: t('desk:orders.total'), cell: ({ amount }) => amount, isNumber: true },
          {
            id: 'givenBack',
            head: t('desk:money.givenBack'),
            cell: ({ refunded }) => refunded,
            isNumber: true,
          },
          { id: 'begun', head: t('desk:money.begun'), cell: ({ createdAt }) => createdAt },
          { id: 'provider', head: t('desk:money.provider'), cell: ({ provider }) => provider },
        ]}
      />
      <div className="row row-wrap">
        {!isFirst && (
          <ButtonLink look="quiet" to={pathOf('payments')}>
            {t('desk:money.newest')}
          </ButtonLink>
        )}
        {further && (
          <ButtonLink look="quiet" to={further}>
            {t('desk:money.older')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
