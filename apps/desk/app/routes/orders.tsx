import { FOUND_ORDERS, type FoundOrder, type OrderSearch } from '@shop/contract/desk'
import { ORDER_DATES } from '@shop/domain/laboratory-desk'
import { formatMoney, fromWire } from '@shop/domain/money'
import { ORDER_STATES } from '@shop/domain/order-states'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { OrderStateTag } from '@shop/storefront/ui/order-state-tag.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { createContext, data, Form, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { problemOf } from '../forms/run-form.server.ts'
import { useSearchAgain } from '../forms/use-search-again.ts'
import { pathOf, withQuery } from '../navigation.ts'
import { ScanDialog, ScanLink } from '../scan/scan-code.tsx'
import { type Desk, deskContext, staffContext } from '../session/desk-context.server.ts'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/orders'

const FILTERS = ['state', 'dateOf', 'from', 'to'] as const
type Filter = Partial<Record<(typeof FILTERS)[number], string>>

/** Set once the action of this request has searched for its text: the loader then searches for nothing else. */
const isAnswered = createContext(false)

const given = (value: FormDataEntryValue | null) => String(value ?? '').trim() || undefined
const filterIn = (values: URLSearchParams | FormData): Filter => {
  const criteria = FILTERS.map((name) => [name, given(values.get(name))] as const)
  return Object.fromEntries(
    criteria.filter(([name, value]) => value && `${name} ${value}` !== 'dateOf order'),
  )
}

/** Searches by the filters in the address and by the text, which is never in it. */
async function find(desk: Desk, query: URLSearchParams, text?: string) {
  const filter = filterIn(query)
  const before = given(query.get('before'))
  const isFirst = before === undefined
  try {
    const orders = await desk.api.searchOrders({ ...(filter as OrderSearch), text, before })
    const last = orders.length === FOUND_ORDERS ? orders.at(-1)!.id : null
    return {
      filter,
      text,
      isFirst,
      isWrong: false,
      older: last && withQuery(pathOf('orders'), { ...filter, before: last }),
      orders: orders.map((order) => shown(order, desk)),
    }
  } catch (error) {
    if (problemOf(desk, error).code !== 'invalid_fields') throw error
    return { filter, text, isFirst, isWrong: true, older: null, orders: [] }
  }
}

const shown = (order: FoundOrder, desk: Desk) => ({
  ...order,
  visit: moment(order.visitStart, desk),
  made: moment(order.createdAt, desk),
  total: order.total && formatMoney(fromWire(order.total), desk.locale),
})

/** States and days are in the address, and are searched for even without a text. */
export async function loader({ context, url }: Route.LoaderArgs) {
  if (!context.get(staffContext).permissions.includes('orders.read')) throw data(null, { status: 403 })
  const query = url.searchParams
  const { state, from, to } = filterIn(query)
  if (context.get(isAnswered) || !(state || from || to)) return null
  return find(context.get(deskContext), query)
}

/** A posted form: the search text is in no address and no history. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const query = url.searchParams
  const text = given(form.get('text'))
  const filter = filterIn(form)
  // A new search begins with the newest orders, from whichever page of the last one it is made.
  const isOther = query.has('before') || FILTERS.some((name) => filter[name] !== filterIn(query)[name])
  const isNarrowed = form.has('dateOf') && isOther
  const place = isNarrowed ? withQuery(pathOf('orders'), filter) : pathOf('orders') + url.search
  const { state, from, to } = isNarrowed ? filter : filterIn(query)
  if (!text && (state || from || to)) throw redirect(place)
  // Redirects to the address of the filters with the same body: the text is sent again and stays out of the address.
  if (isNarrowed) throw redirect(place, 307)
  context.set(isAnswered, true)
  const found = await find(desk, query, text)
  // A complete number, typed or scanned, leads to its order.
  if (found.orders.length === 1 && found.orders[0]!.number === text?.replaceAll(/\D/g, ''))
    return redirect(pathOf('order', { orderId: found.orders[0]!.id }))
  return found
}

/** The results of a text are the reply: loading the list without it would access data of patients that no one sees. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult === undefined && defaultShouldRevalidate

export default function Orders({ loaderData: listed, actionData }: Route.ComponentProps) {
  const { t } = useTexts()
  const found = actionData ?? listed
  useSearchAgain(actionData?.text)
  return (
    <>
      <title>{t('desk:nav.orders')}</title>
      <h1>{t('desk:nav.orders')}</h1>
      <Form key={JSON.stringify(found?.filter)} method="post" className="deskTools">
        <TextField
          name="text"
          type="search"
          label={t('desk:orders.find')}
          error={found?.isWrong ? t('desk:orders.tooShort') : undefined}
          defaultValue={found?.text}
          autoComplete="off"
        />
        <SelectField
          name="state"
          label={t('desk:status')}
          placeholder={t('desk:money.anyState')}
          defaultValue={found?.filter.state ?? ''}
          options={ORDER_STATES.map((value) => ({ value, label: t(`order.state.${value}`) }))}
        />
        <SelectField
          name="dateOf"
          label={t('desk:orders.dateOf')}
          defaultValue={found?.filter.dateOf ?? 'order'}
          options={ORDER_DATES.map((value) => ({
            value,
            label: t(`desk:orders.dates.${value}`),
          }))}
        />
        <TextField name="from" type="date" label={t('desk:money.from')} defaultValue={found?.filter.from} />
        <TextField name="to" type="date" label={t('desk:money.to')} defaultValue={found?.filter.to} />
        <SubmitButton look="primary" icon="search">
          {t('desk:find')}
        </SubmitButton>
        <ScanLink />
        <p className="muted">{t('desk:orders.hint')}</p>
      </Form>
      <ScanDialog />
      <p role="status">
        {found && !found.isWrong
          ? t(found.older ? 'desk:orders.foundFirst' : 'desk:orders.found', { count: found.orders.length })
          : ''}
      </p>
      {found && found.orders.length > 0 && <Found {...found} />}
      {found && hasPages(found) && <Pages {...found} />}
    </>
  )
}

type Listed = NonNullable<Route.ComponentProps['loaderData']>

const hasPages = ({ isFirst, older }: Listed): boolean => !isFirst || older !== null

function Found(found: Listed) {
  const { t } = useTexts()
  const { orders } = found
  return (
    <DeskTable
      caption={t('desk:nav.orders')}
      rows={orders}
      isPart={hasPages(found)}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'order',
          head: t('results.fact.order'),
          cell: ({ id, number }) => <RowLink to={pathOf('order', { orderId: id })}>{number}</RowLink>,
          sortBy: ({ number }) => number,
        },
        {
          id: 'state',
          head: t('desk:status'),
          cell: ({ state }) => <OrderStateTag state={state} />,
          sortBy: ({ state }) => t(`order.state.${state}`),
        },
        {
          id: 'patients',
          head: t('patients.title'),
          cell: ({ patientNames }) => patientNames.join(', '),
          sortBy: ({ patientNames }) => patientNames.join(', '),
        },
        {
          id: 'made',
          head: t('desk:orders.dates.order'),
          cell: ({ made }) => made,
          className: 'nowrap',
          sortBy: ({ createdAt }) => createdAt,
        },
        {
          id: 'visit',
          head: t('order.confirm.visit'),
          cell: ({ visit }) => visit,
          className: 'nowrap',
          sortBy: ({ visitStart }) => visitStart,
        },
        ...(orders.some(({ total }) => total !== null)
          ? [
              {
                id: 'total',
                head: t('desk:orders.total'),
                cell: ({ total }: Listed['orders'][number]) => total,
                isNumber: true,
              },
            ]
          : []),
      ]}
    />
  )
}

/** Links, or buttons if a text has to be sent along. */
function Pages({ filter, text, isFirst, older }: Listed) {
  const { t } = useTexts()
  const pages = [
    !isFirst && ([withQuery(pathOf('orders'), filter), t('desk:money.newest')] as const),
    older && ([older, t('desk:money.older')] as const),
  ].filter((page) => typeof page === 'object' && page !== null)
  return (
    <div className="row row-wrap">
      {pages.map(([to, label]) =>
        text === undefined ? (
          <ButtonLink key={to} look="quiet" to={to}>
            {label}
          </ButtonLink>
        ) : (
          <Form key={to} method="post" action={to}>
            <input type="hidden" name="text" value={text} />
            <SubmitButton look="quiet">{label}</SubmitButton>
          </Form>
        ),
      )}
    </div>
  )
}
