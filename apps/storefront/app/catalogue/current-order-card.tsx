import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { ProgressSteps } from '../ui/progress-steps.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
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
  const waiting = useShellData()?.waitingOrder
  const path = pathOf('order', { orderId: id })
  return (
    <Card as="section" aria-label={t('catalogue.order.title', { number })}>
      <div className={styles.head}>
        <h2>{t('catalogue.order.title', { number })}</h2>
        {state !== 'awaitingPayment' && <Tag>{t(`catalogue.order.state.${state}`)}</Tag>}
      </div>
      <ProgressSteps
        label={t('catalogue.order.steps')}
        steps={STEPS.map((key) => ({ key, label: t(`catalogue.order.step.${key}`) }))}
        current={STEP_OF_STATE[state]}
      />
      <p>
        <b>{t('shell.tests', { count: analysisCount })}</b>
        <br />
        <span className="small muted dots">
          <span>{patientNames.join(', ')}</span>
          <span>{visit}</span>
        </span>
      </p>
      {waiting?.id === id && (
        <Form method="post" action={path} className={`row row-wrap between ${styles.pay}`}>
          <p>
            <b>
              <Money {...waiting.total} />
            </b>
            . {t('shell.waitingOrder.held', { time: waiting.heldUntil })}
          </p>
          <SubmitButton look="primary" name="intent" value="pay">
            {t('shell.waitingOrder.pay')}
          </SubmitButton>
        </Form>
      )}
      <Link className="hit" to={state === 'partiallyReported' ? pathOf('testResults') : path}>
        {t(`catalogue.order.open.${state === 'partiallyReported' ? 'results' : 'order'}`)}
      </Link>
    </Card>
  )
}
