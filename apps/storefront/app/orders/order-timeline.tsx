import { ORDER_STEPS, type OrderState } from '@shop/domain/order-states'
import type { ReactNode } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { OrderView } from './load-order.server.ts'
import styles from './order-timeline.module.css'

/** What happens and what has happened, with dates. */
export function OrderTimeline({ order }: { order: OrderView }) {
  const { t } = useTexts()
  const steps = useSteps(order)
  return (
    <ol className={styles.timeline}>
      {steps.map(({ key, title, when, note, progress }) => (
        <li
          key={key}
          className={progress === 'ahead' ? undefined : styles[progress]}
          aria-current={progress === 'now' ? 'step' : undefined}
        >
          <h3>
            {title}
            {progress === 'done' && <span className="visually-hidden"> {t('shell.stepDone')}</span>}
          </h3>
          {when && <p className={styles.when}>{when}</p>}
          {note && <p className="small muted">{note}</p>}
        </li>
      ))}
    </ol>
  )
}

interface Step {
  key: string
  title: string
  when?: string | null | undefined
  note?: ReactNode
  progress: 'done' | 'now' | 'ahead'
}

function useSteps(order: OrderView): Step[] {
  const { t } = useTexts()
  const { state, history, visit, ready, testCount } = order
  const at = (wanted: OrderState) => history.find((entry) => entry.state === wanted)?.at
  const end = ORDER_STEPS.includes(state) ? undefined : state
  if (end) {
    return history.map((entry, index) => ({
      key: `${entry.state}-${index}`,
      title: t(`order.state.${entry.state}`),
      when: entry.at,
      progress: index === history.length - 1 ? 'now' : 'done',
    }))
  }
  const reached = ORDER_STEPS.indexOf(state)
  const progress = (from: OrderState, until: OrderState): Step['progress'] =>
    reached >= ORDER_STEPS.indexOf(until) ? 'done' : reached >= ORDER_STEPS.indexOf(from) ? 'now' : 'ahead'
  const isCollected = reached >= ORDER_STEPS.indexOf('collected')
  const short = { ...visit, day: visit.dayShort ?? visit.day }
  return [
    {
      key: 'paid',
      title: t(state === 'awaitingPayment' ? 'order.next.pay' : 'order.next.paid'),
      when: at('paid') ?? order.createdAt,
      progress: state === 'awaitingPayment' ? 'now' : 'done',
    },
    // Once the samples are taken, no one asks until when there was time for it.
    ...(isCollected
      ? []
      : [
          {
            key: 'ready',
            title: t('shell.nav.article'),
            when: t('order.next.until', { moment: t('order.confirm.at', short) }),
            progress: progress('paid', 'collected'),
          },
        ]),
    {
      key: 'visit',
      title: t(`order.next.${visit.kind}`),
      when: at('collected') ?? t('order.next.between', short),
      progress: isCollected ? 'done' : 'ahead',
    },
    {
      key: 'laboratory',
      title: t('order.state.inProgress'),
      when: at('inProgress'),
      progress: progress('collected', 'partiallyReported'),
    },
    ...(ready?.isInParts
      ? [
          {
            key: 'first',
            title: t('order.next.firstResults', { count: ready.firstCount, of: testCount }),
            when: at('partiallyReported') ?? ready.first,
            progress: progress('partiallyReported', 'completed'),
          },
        ]
      : []),
    {
      key: 'all',
      title: t('order.state.completed'),
      when: at('completed') ?? ready?.last,
      note: state === 'completed' ? undefined : t('order.next.mail'),
      progress: state === 'completed' ? 'done' : 'ahead',
    },
  ]
}
