import { formatDayOf, formatMoment, formatTime } from '@shop/texts/formats.server'
import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { type Shop, shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import styles from '../data-views.module.css'
import type { Route } from './+types/data-views'

/**
 * Accesses to the account's orders, results and requests by others than the account itself; one line per reader and
 * day.
 */
async function loadDataViews(shop: Shop) {
  const views = await shop.api.dataViews()
  return views.map(({ firstAt, lastAt, ...view }) => {
    const [first, last] = [formatMoment(firstAt, shop), formatMoment(lastAt, shop)]
    const isOneDay = formatDayOf(firstAt, shop, 'date') === formatDayOf(lastAt, shop, 'date')
    const until = isOneDay ? formatTime(lastAt, shop) : last
    return {
      ...view,
      key: `${view.by} ${view.releasedBy} ${view.isRefused} ${view.about} ${view.orderId} ${firstAt}`,
      when: first === last ? first : `${first} – ${until}`,
    }
  })
}

/** The page that shows what was accessed. */
const PLACES = {
  order: 'orders',
  supportMessages: 'support',
  rightsRequests: 'dataRequests',
  account: 'settings',
} as const

type DataViewLine = Awaited<ReturnType<typeof loadDataViews>>[number]

export function loader({ context }: Route.LoaderArgs) {
  return loadDataViews(context.get(shopContext))
}

export default function DataViews({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  if (loaderData.length === 0) {
    return (
      <EmptyState drawing="nothing" title={t('account.dataViews.none')} level={1}>
        <PageMeta title={t('account.dataViews.title')} />
        <p>{t('account.dataViews.noneText')}</p>
      </EmptyState>
    )
  }
  return (
    <div className={`stack stack-l ${styles.page}`}>
      <PageMeta title={t('account.dataViews.title')} />
      <PageHead title={t('account.dataViews.title')} lead={t('account.dataViews.lead')} />
      <Card flush>
        <ul className={styles.views}>
          {loaderData.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </ul>
      </Card>
      <p className="small muted">{t('account.dataViews.unknown')}</p>
    </div>
  )
}

function Line({ line }: { line: DataViewLine }) {
  const { t } = useTexts()
  const { by, laboratory, releasedBy, isRefused, about, orderId, when, times } = line
  const reader = laboratory ?? t(`account.dataViews.${by}`)
  return (
    <li>
      <p className={styles.who}>
        {releasedBy
          ? t('account.dataViews.released', { name: releasedBy })
          : isRefused
            ? t('account.dataViews.refused')
            : reader}
      </p>
      <p className="small muted">
        {when}
        {times > 1 && ` · ${t('account.dataViews.times', { count: times })}`}
      </p>
      <p className="small">
        <Link className="hit" to={orderId ? pathOf('order', { orderId }) : pathOf(PLACES[about])}>
          {t(`account.dataViews.${about}`, { number: line.orderNumber ?? '' })}
        </Link>
      </p>
    </li>
  )
}
