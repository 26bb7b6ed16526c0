import type { TestsConsent } from '@shop/contract/tests-consent'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { OrderStateTag } from '@shop/storefront/ui/order-state-tag.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form, Link } from 'react-router'
import { EndSessions, SessionsEnded } from '../customers/end-sessions.tsx'
import { reloadAfterConflict, useEmptied } from '../forms/after-form.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, textsOf } from '../forms/run-form.server.ts'
import { AnswerForm } from '../messages/answer-form.tsx'
import styles from '../messages/messages.module.css'
import { NewHere } from '../messages/new-here.tsx'
import { readyAnswers } from '../messages/ready-answers.server.ts'
import { WaitingTag } from '../messages/waiting-tag.tsx'
import { pathOf } from '../navigation.ts'
import { type Desk, deskContext, staffContext } from '../session/desk-context.server.ts'
import { hoursSince, moment, waited } from '../texts/format.server.ts'
import type { Route } from './+types/message'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { id: ownId, permissions } = context.get(staffContext)
  const thread = await desk.api.deskThread(params.messageId)
  const { waitingSince } = thread
  return {
    ownId,
    mayAnswer: permissions.includes('messages.answer'),
    mayEnd: permissions.includes('sessions.end'),
    ready: readyAnswers(desk, thread),
    thread: {
      ...thread,
      order: thread.order && {
        ...thread.order,
        testsConsent: consentInWords(desk, thread.order.testsConsent),
      },
      waiting: waitingSince
        ? { words: waited(waitingSince, desk.locale), hours: hoursSince(waitingSince) }
        : null,
      entries: thread.entries.map((entry) => ({ ...entry, at: moment(entry.at, desk) })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const id = params.messageId
  const form = await request.formData()
  const version = Number(form.get('version'))
  const text = textsOf(form)('text')
  const done = await doIntent(desk, form, {
    take: () => desk.api.assignMessage(id, { version, mine: true }),
    giveBack: () => desk.api.assignMessage(id, { version, mine: false }),
    answer: () => desk.api.answerMessage(id, { version, text, close: false }),
    answerAndClose: () => desk.api.answerMessage(id, { version, text, close: true }),
    close: () => desk.api.closeMessage(id, { version, closed: true }),
    endSessions: () => desk.api.endSessionsByMessage(id, { password: textsOf(form)('password') }),
    open: () => desk.api.closeMessage(id, { version, closed: false }),
  })
  // What was typed is not lost if someone else was first.
  return answerForm({ ...done, text: done.problem ? text : '' })
}

export const shouldRevalidate = reloadAfterConflict

const consentInWords = (desk: Desk, { state, until }: TestsConsent) => ({
  state,
  until: until && moment(until, desk),
})

type Thread = Route.ComponentProps['loaderData']['thread']

export default function Message({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { thread, ready, mayAnswer, mayEnd, ownId } = loaderData
  const title = t('desk:messages.title', { reference: thread.reference })
  const isSent = done?.problem === null && done.intent.startsWith('answer')
  const sent = useEmptied(done, isSent)
  const isEnding = done?.intent === 'endSessions'
  const loggedOut = useEmptied(done, isEnding && !done.problem)
  const result = done?.result
  return (
    <>
      <title>{title}</title>
      <div className="row row-wrap">
        <h1>{title}</h1>
        <WaitingTag waiting={thread.waiting} isClosed={thread.closedAt !== null} />
      </div>
      <ProblemNotice problem={done?.problem} />
      {isSent && (
        <Notice tone="ok" role="status">
          {t('desk:messages.sent')}
        </Notice>
      )}
      <SessionsEnded ended={result && 'ended' in result ? result.ended : undefined} />
      <div className="deskColumns">
        <div className="stack">
          <Said thread={thread} />
          <NewHere key={thread.id} messageId={thread.id} version={thread.version} />
          {mayAnswer && (
            <AnswerForm key={`${thread.id} ${sent}`} thread={thread} ready={ready} typed={done?.text ?? ''} />
          )}
        </div>
        <div className="stack">
          <Sender thread={thread} ownId={ownId} mayAnswer={mayAnswer} />
          {thread.orderNumber ? (
            <OrderBeside order={thread.order} named={thread.orderNumber} />
          ) : (
            <NewestOrders orders={thread.newestOrders} />
          )}
          {mayEnd && !thread.isGuest && (
            <EndSessions
              key={`${thread.id} ${loggedOut}`}
              hasAccount
              problem={isEnding ? done.problem : null}
            />
          )}
        </div>
      </div>
    </>
  )
}

function Said({ thread: { entries, name, locale } }: { thread: Thread }) {
  return (
    <ol className="stack">
      {entries.map((entry) => (
        <li key={`${entry.at} ${entry.text}`}>
          <Card as="article" stacked>
            <p>
              <strong>{entry.by === 'patient' ? name : entry.staffName}</strong>{' '}
              <span className="muted">{entry.at}</span>
            </p>
            <p className={styles.said} lang={locale}>
              {entry.text}
            </p>
          </Card>
        </li>
      ))}
    </ol>
  )
}

interface SenderProps {
  thread: Thread
  ownId: string
  mayAnswer: boolean
}

/** The sender, and the member of staff who is answering. */
function Sender({ thread, ownId, mayAnswer }: SenderProps) {
  const { t } = useTexts()
  const { name, email, locale, isGuest, assignee, closedAt, version, waiting } = thread
  const isMine = assignee?.id === ownId
  return (
    <Card as="section" stacked>
      <h2>{t('desk:from')}</h2>
      <p>
        {name} <Tag>{t(isGuest ? 'desk:messages.guest' : 'desk:messages.account')}</Tag>
      </p>
      <p className="muted">
        {email} · <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
      </p>
      <h2>{t('desk:messages.who')}</h2>
      <p>{assignee?.name ?? t('desk:messages.nobody')}</p>
      {mayAnswer && (
        <Form method="post" className="row row-wrap">
          <input type="hidden" name="version" value={version} />
          <SubmitButton look="quiet" size="s" name="intent" value={isMine ? 'giveBack' : 'take'}>
            {t(isMine ? 'desk:messages.giveBack' : 'desk:messages.take')}
          </SubmitButton>
          <SubmitButton look="plain" size="s" name="intent" value={closedAt ? 'open' : 'close'}>
            {t(closedAt ? 'desk:messages.open' : waiting ? 'desk:messages.closeUnanswered' : 'shell.close')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}

interface OrderLineProps {
  order: Thread['newestOrders'][number]
}

function OrderLine({ order: { id, number, state } }: OrderLineProps) {
  return (
    <p>
      <Link to={pathOf('order', { orderId: id })}>{number}</Link> <OrderStateTag state={state} />
    </p>
  )
}

/** If an account names no order, it usually means its newest. */
function NewestOrders({ orders }: { orders: Thread['newestOrders'] }) {
  const { t } = useTexts()
  if (orders.length === 0) return null
  return (
    <Card as="section" stacked>
      <h2>{t('desk:messages.newestOrders')}</h2>
      {orders.map((order) => (
        <OrderLine key={order.id} order={order} />
      ))}
    </Card>
  )
}

/** The order that the sender names. Anyone can type a number, so its owner is shown. */
function OrderBeside({ order, named }: { order: Thread['order']; named: string }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('results.fact.order')}</h2>
      {order ? (
        <>
          <OrderLine order={order} />
          {!order.isSenders && <Notice tone="warn">{t('desk:messages.notSenders')}</Notice>}
          {order.testsConsent.state !== 'none' && (
            <p>
              {t('desk:consent.title')}:{' '}
              {t(`desk:consent.${order.testsConsent.state}`, { until: order.testsConsent.until ?? '' })}
            </p>
          )}
        </>
      ) : (
        <p>{t('desk:messages.noOrder', { number: named })}</p>
      )}
    </Card>
  )
}
