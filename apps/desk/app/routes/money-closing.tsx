import { todayIn } from '@shop/domain/age'
import { isDate } from '@shop/domain/dates'
import { formatMoney, fromWire } from '@shop/domain/money'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { buttonClass } from '@shop/storefront/ui/button-class.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { formatDay } from '@shop/texts/formats.server'
import { Form } from 'react-router'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import type { Route } from './+types/money-closing'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const wanted = url.searchParams.get('date') ?? ''
  const date = isDate(wanted) ? wanted : todayIn(desk.businessTimeZone, new Date())
  const { sums, isOver } = await desk.api.dayClosing(date)
  return {
    date,
    day: formatDay(date, desk.locale, 'fullDay'),
    isOver,
    sums: sums.map(({ received, givenBack, ...rest }) => {
      const [came, went] = [fromWire(received), fromWire(givenBack)]
      const format = (amount: number) => formatMoney({ amount, currency: came.currency }, desk.locale)
      return {
        ...rest,
        currency: came.currency,
        received: format(came.amount),
        givenBack: format(went.amount),
        left: format(came.amount - went.amount),
      }
    }),
  }
}

export default function MoneyClosing({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { date, day, sums, isOver } = loaderData
  return (
    <>
      <title>{t('desk:money.closing')}</title>
      <h1>{t('desk:money.closing')}</h1>
      <Tabs of="money" />
      <Form key={date} method="get" className="deskTools">
        <TextField name="date" type="date" label={t('desk:today.date')} defaultValue={date} required />
        <SubmitButton look="quiet">{t('desk:show')}</SubmitButton>
      </Form>
      <h2>{day}</h2>
      {!isOver && <Notice>{t('desk:money.dayNotOver')}</Notice>}
      {sums.length === 0 ? (
        <p>{t('desk:money.nothingMoved')}</p>
      ) : (
        <>
          <DeskTable
            look="wide"
            caption={day}
            rows={sums}
            keyOf={({ provider, currency }) => `${provider} ${currency}`}
            columns={[
              { id: 'provider', head: t('desk:money.provider'), cell: ({ provider }) => provider },
              {
                id: 'received',
                head: t('desk:money.received'),
                cell: ({ received }) => received,
                isNumber: true,
              },
              {
                id: 'payments',
                head: t('desk:money.list'),
                cell: ({ receivedCount }) => receivedCount,
                isNumber: true,
              },
              {
                id: 'givenBack',
                head: t('desk:money.givenBack'),
                cell: ({ givenBack }) => givenBack,
                isNumber: true,
              },
              {
                id: 'refunds',
                head: t('desk:money.refunds'),
                cell: ({ givenBackCount }) => givenBackCount,
                isNumber: true,
              },
              { id: 'remains', head: t('desk:money.remains'), cell: ({ left }) => left, isNumber: true },
            ]}
          />
          <p>
            {/* Without `download`, which would save the login page too if the session has ended. */}
            <a
              className={buttonClass({ look: 'primary' })}
              href={pathOf('closingFile', { file: `${date}.csv` })}
            >
              {t('desk:money.download')}
            </a>
          </p>
        </>
      )}
    </>
  )
}
