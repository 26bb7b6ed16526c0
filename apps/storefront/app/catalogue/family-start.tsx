import { countdownOf } from '@shop/domain/family'
import { useEffect, useState } from 'react'
import { Form, Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Mark } from '../ui/mark.tsx'
import { Money } from '../ui/money.tsx'
import { ProgressSteps } from '../ui/progress-steps.tsx'
import { SectionHead } from '../ui/section-head.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { Tag } from '../ui/tag.tsx'
import currentOrderCardStyles from './current-order-card.module.css'
import styles from './family-start.module.css'
import type {
  CurrentOrder,
  DueRepeatView,
  DueView,
  FamilyView,
  NewestResultView,
  NextVisitView,
} from './load-family.server.ts'

interface FamilyStartProps {
  family: FamilyView
  /** Shown as the lead when nothing is under way. */
  newest?: NewestResultView | null
  part: 'hero' | 'below'
}

/** The first thing a signed-in customer sees; `part` says where on the page. */
export default function FamilyStart({ family, newest, part }: FamilyStartProps) {
  if (part === 'below') return <Below family={family} newest={newest} />
  if (newest) return <Lead result={newest} />
  const { urgent, visit, order } = family
  return (
    <div className={styles.hero}>
      {urgent && (
        <ul className={styles.urgent}>
          <Newest result={urgent} />
        </ul>
      )}
      {visit ? <NextVisit visit={visit} /> : order && <CurrentOrderCard order={order} />}
    </div>
  )
}

function NextVisit({ visit }: { visit: NextVisitView }) {
  const { t } = useTexts()
  const { orderId, title, day, time, people, place, isAtHome, fasts, count } = visit
  return (
    <section className={styles.visit} aria-labelledby="next-visit">
      <div>
        <h2 id="next-visit">{title}</h2>
        <p className={`${styles.when} capital`}>
          {day}, <span className="nowrap">{time}</span>
        </p>
        <p className="small muted dots">
          <span>{people}</span>
          <span>
            {isAtHome ? (
              <Sentence of="catalogue.family.atHome" names={{ address: place }} />
            ) : (
              <OwnLanguage>{place}</OwnLanguage>
            )}
          </span>
        </p>
      </div>
      <div className={styles.fast}>
        <Icon name={fasts.length > 0 ? 'utensils-crossed' : 'check'} />
        <div>
          {fasts.length === 0 && <p>{t('catalogue.family.noFast')}</p>}
          {fasts.map((fast) => (
            <p key={fast}>{fast}</p>
          ))}
          {count && <Countdown count={count} />}
        </div>
      </div>
      <Link className="hit" to={pathOf('order', { orderId })}>
        {t('catalogue.order.open.order')}
      </Link>
    </section>
  )
}

/** The day, and which tests. */
function Note({ result: { day, tests } }: { result: Pick<NewestResultView, 'day' | 'tests'> }) {
  return (
    <span className={`${styles.note} dots`}>
      <span>{day}</span>
      {tests && (
        <span>
          <OwnLanguage>{tests}</OwnLanguage>
        </span>
      )}
    </span>
  )
}

function Lead({ result }: { result: NewestResultView }) {
  const { t } = useTexts()
  const { path, name, sentence, shape, isUnread } = result
  return (
    <section className={styles.lead} aria-labelledby="newest-result">
      <h2 id="newest-result">{t('catalogue.family.newest')}</h2>
      <h3 className={classNames('row', styles.when, shape && styles[shape])}>
        <ShapeMark shape={shape} />
        {sentence}
      </h3>
      <p className={styles.name}>
        <b>{name}</b>
        {isUnread && <span className={styles.unread}>{t('results.unread')}</span>}
      </p>
      <Note result={result} />
      <Link className="hit" to={path}>
        {t('catalogue.order.open.results')}
      </Link>
    </section>
  )
}

const MINUTE_MS = 60_000

/** By the server's clock. Only with scripts: without them it would never change, and the time is shown above. */
function Countdown({ count }: { count: NonNullable<NextVisitView['count']> }) {
  const { t } = useTexts()
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const began = performance.now()
    const update = () => setNow(count.now + performance.now() - began)
    update()
    const timer = setInterval(update, MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [count])
  const left = countdownOf(count, now ?? count.now)
  // Not counting yet, or no longer: no empty line.
  if (!left) return null
  return (
    <p className={`${styles.count} capital`} role="timer">
      {now !== undefined &&
        t(`catalogue.family.count.${left.until}`, {
          who: count.fasts.length > 1 ? 'some' : 'all',
          names: left.names,
          hours: left.hours,
          minutes: left.minutes,
        })}
    </p>
  )
}

function Below({ family: { due, repeats = [], results }, newest }: Omit<FamilyStartProps, 'part'>) {
  const { t } = useTexts()
  const isAnythingDue = due.length > 0 || repeats.length > 0
  if (!isAnythingDue && results?.length === 0) return null
  return (
    <div className={`split ${styles.columns}`}>
      {results?.length !== 0 && (
        <section aria-labelledby="newest">
          <SectionHead id="newest" title={t(`catalogue.family.${newest ? 'earlier' : 'results'}`)} />
          <Card flush>
            <ul className={styles.list}>
              {results ? (
                results.map((result) => <Newest key={result.path} result={result} />)
              ) : (
                <li>
                  <Link className={styles.row} to={pathOf('testResults')}>
                    <Icon name="lock" />
                    <span>{t('catalogue.family.proveFirst')}</span>
                    <Icon name="chevron-right" />
                  </Link>
                </li>
              )}
            </ul>
          </Card>
          <Link className="hit" to={`${pathOf('testResults')}?view=timeline`}>
            {t('catalogue.family.timeline')}
          </Link>
        </section>
      )}
      {isAnythingDue && (
        <div className="stack stack-l">
          <DueList
            id="due"
            title={t('catalogue.family.due.title')}
            due={due.filter(({ kind }) => kind !== 'expect')}
            repeats={repeats}
          />
          {/* Orders that are merely in progress ask for nothing. */}
          <DueList
            id="awaited"
            title={t('order.state.inProgress')}
            due={due.filter(({ kind }) => kind === 'expect')}
          />
        </div>
      )}
    </div>
  )
}

interface DueListProps {
  id: string
  title: string
  due: readonly DueView[]
  repeats?: readonly DueRepeatView[]
}

function DueList({ id, title, due, repeats = [] }: DueListProps) {
  if (due.length === 0 && repeats.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      <Card flush>
        <ul className={styles.list}>
          {due.map((entry) => (
            <Due key={entry.key} due={entry} />
          ))}
          {repeats.map((repeat) => (
            <DueRepeat key={repeat.key} repeat={repeat} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

const ICONS: Readonly<Record<DueView['kind'], IconName>> = {
  pay: 'credit-card',
  answer: 'calendar',
  read: 'file-text',
  expect: 'test-tube',
}

function Due({ due: { kind, title, note, path } }: { due: DueView }) {
  return (
    <li>
      <Link className={styles.row} to={path}>
        <Icon name={ICONS[kind]} />
        <span>
          <b>{title}</b>
          <span className={styles.note}>{note}</span>
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  )
}

function DueRepeat({ repeat }: { repeat: DueRepeatView }) {
  const { t } = useTexts()
  const named = <span className="visually-hidden">: {repeat.title}</span>
  return (
    <li className={styles.row}>
      <Icon name="rotate-ccw" />
      <div className="stack stack-s">
        <div>
          <b>{repeat.title}</b>
          <Note result={repeat} />
        </div>
        <Form method="post" action={repeat.orderPath} className="row row-wrap">
          <input type="hidden" name="patientId" value={repeat.patientId} />
          <SubmitButton size="s" name="intent" value="again">
            {t('order.again')}
            {named}
          </SubmitButton>
          {/* As a new document, which can be scrolled to its part immediately. */}
          <Link className="hit" to={repeat.planPath} reloadDocument>
            {t('catalogue.family.due.later')}
            {named}
          </Link>
        </Form>
      </div>
    </li>
  )
}

function ShapeMark({ shape }: Pick<NewestResultView, 'shape'>) {
  if (shape === 'out') return <Icon name="circle-alert" size="s" />
  return shape && <Mark shape={shape === 'critical' ? 'critical' : 'in'} />
}

function Newest({ result }: { result: NewestResultView }) {
  const { t } = useTexts()
  const { path, name, sentence, shape, isUnread } = result
  return (
    <li>
      <Link className={styles.row} to={path}>
        <Avatar name={name} />
        <span>
          <span className={styles.name}>
            <b>{name}</b>
            {isUnread && <span className={styles.unread}>{t('results.unread')}</span>}
          </span>
          <span className={classNames(styles.sentence, shape && styles[shape])}>
            <ShapeMark shape={shape} />
            {sentence}
          </span>
          <Note result={result} />
        </span>
        <Icon name="chevron-right" />
      </Link>
    </li>
  )
}

const STEPS = ['payment', 'visit', 'laboratory', 'complete'] as const

/** The step at which an order under way is. */
const STEP_OF_STATE: Partial<Record<CurrentOrder['state'], (typeof STEPS)[number]>> = {
  awaitingPayment: 'payment',
  paid: 'visit',
  collected: 'laboratory',
  inProgress: 'laboratory',
  partiallyReported: 'complete',
}

/** The order under way: how far it is and what comes next. */
function CurrentOrderCard({ order }: { order: CurrentOrder }) {
  const { t } = useTexts()
  const { id, number, state, patientNames, analysisCount, visit } = order
  const waiting = useShellData()?.waitingOrder
  const path = pathOf('order', { orderId: id })
  return (
    <Card as="section" aria-label={t('order.number', { number })}>
      <div className={currentOrderCardStyles.head}>
        <h2>{t('order.number', { number })}</h2>
        {state !== 'awaitingPayment' && <Tag>{t(`order.state.${state}`)}</Tag>}
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
        <Form method="post" action={path} className={`row row-wrap between ${currentOrderCardStyles.pay}`}>
          <p>
            <b>
              <Money {...waiting.total} />
            </b>
            . {t('shell.waitingOrder.held', { time: waiting.heldUntil })}
          </p>
          <SubmitButton look="accent" name="intent" value="pay">
            {t('order.pay')}
          </SubmitButton>
        </Form>
      )}
      <Link
        className="hit"
        to={state === 'partiallyReported' ? `${pathOf('testResults')}?orderId=${id}` : path}
      >
        {t(`catalogue.order.open.${state === 'partiallyReported' ? 'results' : 'order'}`)}
      </Link>
    </Card>
  )
}
