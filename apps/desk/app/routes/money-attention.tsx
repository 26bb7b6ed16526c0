import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { Tabs } from '../tabs.tsx'
import { moment } from '../texts/format.server.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const lines = await answered(desk, desk.api.paymentAttention())
  return {
    lines: lines.map((line) => ({
      ...line,
      at: moment(line.at, desk),
      amount: line.amount && formatMoney(fromWire(line.amount), desk.locale),
    })),
  }
}

export default function MoneyAttention() {
  const { t } = useTexts()
  const { lines } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('desk:money.attention')}</title>
      <h1>{t('desk:money.attention')}</h1>
      <Tabs of="money" />
      {lines.length === 0 ? (
        <p>{t('desk:money.allMatches')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t('desk:money.attention')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:money.what')}</th>
                <th scope="col">{t('desk:today.order')}</th>
                <th scope="col" className="deskSum">
                  {t('desk:orders.total')}
                </th>
                <th scope="col">{t('desk:money.since')}</th>
                <th scope="col">{t('desk:money.detail')}</th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={`${line.kind} ${line.paymentId} ${line.at} ${line.detail} ${line.amount}`}>
                  <td>
                    <Tag tone={line.kind === 'refundToDecide' ? 'wait' : 'warn'}>
                      {t(`desk:money.attentionOf.${line.kind}`)}
                    </Tag>
                  </td>
                  <td>
                    {line.paymentId ? (
                      <Link to={pathOf('payment', { paymentId: line.paymentId })} data-row>
                        {line.orderNumber}
                      </Link>
                    ) : (
                      t('desk:money.noOrder')
                    )}
                  </td>
                  <td className="deskSum">{line.amount}</td>
                  <td>{line.at}</td>
                  <td className="deskCode">{line.detail}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
