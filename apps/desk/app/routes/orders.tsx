import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
} from 'react-router'
import { pathOf } from '../navigation.ts'
import { problemOf } from '../session/answered.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
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
        visitStart: moment(order.visitStart, desk),
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
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t('desk:nav.orders')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:today.order')}</th>
                <th scope="col">{t('desk:today.state')}</th>
                <th scope="col">{t('desk:today.patients')}</th>
                <th scope="col">{t('desk:orders.visit')}</th>
                <th scope="col">{t('desk:orders.total')}</th>
              </tr>
            </thead>
            <tbody>
              {found.orders.map((order) => (
                <tr key={order.id}>
                  <td>
                    <Link to={pathOf('order', { orderId: order.id })} data-row>
                      {order.number}
                    </Link>
                  </td>
                  <td>
                    <Tag tone="wait">{t(`desk:event.${order.state}`)}</Tag>
                  </td>
                  <td>{order.patientNames.join(', ')}</td>
                  <td>{order.visitStart}</td>
                  <td>{order.total}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
