import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import styles from '../money/money.module.css'
import { MoneyTabs } from '../money/money-tabs.tsx'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { moment } from '../texts/format.server.ts'
import { moveInList } from '../visits/use-list-keys.ts'

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
      <MoneyTabs />
      {lines.length === 0 ? (
        <p>{t('desk:money.allMatches')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards" onKeyDown={moveInList}>
            <caption className="visually-hidden">{t('desk:money.attention')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:money.what')}</th>
                <th scope="col">{t('desk:today.order')}</th>
                <th scope="col" className={styles.sum}>
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
                      <Link to={`/money/payments/${line.paymentId}`} data-row>
                        {line.orderNumber}
                      </Link>
                    ) : (
                      t('desk:money.noOrder')
                    )}
                  </td>
                  <td className={styles.sum}>{line.amount}</td>
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
