import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
} from 'react-router'
import { pathOf } from '../navigation.ts'
import { problemOf } from '../session/answered.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'

export function loader({ context }: LoaderFunctionArgs) {
  if (!context.get(staffContext).permissions.includes('orders.read')) throw data(null, { status: 403 })
  return null
}

/** A form that is posted: no address and no history has what was looked for. */
export async function action({ context, request }: ActionFunctionArgs) {
  const desk = context.get(deskContext)
  const text = String((await request.formData()).get('text') ?? '')
  try {
    const orders = await desk.api.searchOrders({ text })
    // A whole number, typed or scanned, leads to its order.
    if (orders.length === 1 && orders[0]!.number === text.trim())
      return redirect(pathOf('order', { orderId: orders[0]!.id }))
    return {
      text,
      isWrong: false,
      orders: orders.map((order) => ({
        ...order,
        visit: moment(order.visitStart, desk),
        total: formatMoney(fromWire(order.total), desk.locale),
      })),
    }
  } catch (error) {
    problemOf(desk, error)
    return { text, isWrong: true, orders: [] }
  }
}

export default function Orders() {
  const { t } = useTexts()
  const found = useActionData<typeof action>()
  return (
    <>
      <title>{t('desk:nav.orders')}</title>
      <h1>{t('desk:nav.orders')}</h1>
      <Form method="post" className="deskTools">
        <TextField
          name="text"
          type="search"
          label={t('desk:orders.find')}
          error={found?.isWrong ? t('desk:orders.tooShort') : undefined}
          defaultValue={found?.text}
          autoComplete="off"
          required
        />
        <SubmitButton look="primary" icon="search">
          {t('desk:orders.submit')}
        </SubmitButton>
        <p className="muted">{t('desk:orders.hint')}</p>
      </Form>
      <p role="status">
        {found && !found.isWrong ? t('desk:orders.found', { count: found.orders.length }) : ''}
      </p>
      {found && found.orders.length > 0 && (
        <DeskTable
          caption={t('desk:nav.orders')}
          rows={found.orders}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'order',
              head: t('desk:today.order'),
              cell: ({ id, number }) => <RowLink to={pathOf('order', { orderId: id })}>{number}</RowLink>,
              sortBy: ({ number }) => number,
            },
            {
              id: 'state',
              head: t('desk:today.state'),
              cell: ({ state }) => <Tag tone="wait">{t(`desk:event.${state}`)}</Tag>,
              sortBy: ({ state }) => t(`desk:event.${state}`),
            },
            {
              id: 'patients',
              head: t('desk:today.patients'),
              cell: ({ patientNames }) => patientNames.join(', '),
              sortBy: ({ patientNames }) => patientNames.join(', '),
            },
            {
              id: 'visit',
              head: t('desk:orders.visit'),
              cell: ({ visit }) => visit,
              sortBy: ({ visitStart }) => visitStart,
            },
            { id: 'total', head: t('desk:orders.total'), cell: ({ total }) => total, isNumber: true },
          ]}
        />
      )}
    </>
  )
}
