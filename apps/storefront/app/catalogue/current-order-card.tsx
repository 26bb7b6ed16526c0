import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { ProgressSteps } from '../ui/progress-steps.tsx'
import { Tag } from '../ui/tag.tsx'
import type { CurrentOrder } from './current-order.server.ts'
import styles from './current-order-card.module.css'

const STEPS = ['payment', 'visit', 'laboratory', 'complete'] as const

/** At which step an order under way stands. */
const STEP_OF_STATE: Partial<Record<CurrentOrder['state'], (typeof STEPS)[number]>> = {
  awaitingPayment: 'payment',
  paid: 'visit',
  collected: 'laboratory',
  inProgress: 'laboratory',
  partiallyReported: 'complete',
}

/** The order under way: where it stands and what comes next. */
export default function CurrentOrderCard({ order }: { order: CurrentOrder }) {
  const { t } = useTexts()
  const { id, number, state, patientNames, analysisCount, visit } = order
  return (
    <Card as="section" aria-label={t('catalogue.order.title', { number })}>
      <div className={styles.head}>
        <h2>{t('catalogue.order.title', { number })}</h2>
        <Tag tone={state === 'awaitingPayment' ? 'warn' : undefined}>
          {t(`catalogue.order.state.${state}`)}
        </Tag>
      </div>
      <ProgressSteps
        label={t('catalogue.order.steps')}
        steps={STEPS.map((key) => ({ key, label: t(`catalogue.order.step.${key}`) }))}
        current={STEP_OF_STATE[state]}
      />
      <p>
        <b>{t('shell.tests', { count: analysisCount })}</b>
        <br />
        <span className="small muted">
          {patientNames.join(', ')} · {visit}
        </span>
      </p>
      <Link
        className="hit"
        to={state === 'partiallyReported' ? pathOf('testResults') : pathOf('order', { orderId: id })}
      >
        {t(`catalogue.order.open.${state === 'partiallyReported' ? 'results' : 'order'}`)}
      </Link>
    </Card>
  )
}
