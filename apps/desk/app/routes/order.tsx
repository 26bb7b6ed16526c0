import {
  LONGEST_OPENING_REASON,
  LONGEST_ORDER_NOTE,
  SHORTEST_OPENING_REASON,
} from '@shop/contract/input-lengths'
import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { isBeforeCollection, ORDER_STATES, type OrderState } from '@shop/domain/order-states'
import { permissionsAt } from '@shop/domain/staff'
import { hasVisit, nextVisitState } from '@shop/domain/visit-progress'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { OrderStateTag } from '@shop/storefront/ui/order-state-tag.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextArea, TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link, redirect } from 'react-router'
import { EndSessions, SessionsEnded } from '../customers/end-sessions.tsx'
import { reloadAfterConflict, useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { useKeptWords } from '../forms/kept-words.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm } from '../forms/run-form.server.ts'
import { OrderMoney } from '../money/order-money.tsx'
import { pathOf, withQuery } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { numbered } from '../table/numbered.ts'
import { moment, shortDay, withMoments } from '../texts/format.server.ts'
import { changeOrder, loadFreeTimes, typedInOrder } from '../visits/change-order.server.ts'
import {
  CancelForm,
  ConsentCard,
  MoveForm,
  OrderMails,
  OthersHere,
  SamplesForm,
} from '../visits/order-parts.tsx'
import { VisitStateTag, VisitSteps } from '../visits/visit-steps.tsx'
import { wayToDoor } from '../visits/way-to-door.ts'
import type { Route } from './+types/order'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const order = await desk.api.deskOrder(params.orderId)
  const permissions = permissionsAt(context.get(staffContext).grants, order.laboratory.id)
  const query = url.searchParams
  const sum = (money: WireMoney) => formatMoney(fromWire(money), desk.locale)
  const { payment, total } = order
  const free = await loadFreeTimes(desk, { order, from: query.get('move'), permissions })
  return {
    permissions,
    free: free && { ...free, wanted: query.get('to') },
    order: {
      ...order,
      total: total && sum(total),
      payment: payment && {
        ...payment,
        received: payment.received && sum(payment.received),
        refunds: payment.refunds.map((refund) => ({
          ...refund,
          amount: sum(refund.amount),
          at: moment(refund.at, desk),
        })),
      },
      visit: {
        ...order.visit,
        when: moment(order.visit.start, desk),
        movedFrom: order.visit.movedFrom && moment(order.visit.movedFrom, desk),
      },
      testsConsent: {
        ...order.testsConsent,
        until: order.testsConsent.until && moment(order.testsConsent.until, desk),
      },
      patients: order.patients.map((patient) => ({
        ...patient,
        born: patient.dateOfBirth && shortDay(patient.dateOfBirth, desk),
      })),
      mails: order.mails.map((mail) => ({ ...mail, when: moment(mail.endedAt ?? mail.queuedAt, desk) })),
      history: order.history.map((entry) => ({
        ...entry,
        at: moment(entry.at, desk),
        // What people wrote stays as it is.
        text: entry.kind === 'moved' && entry.text ? withMoments(entry.text, desk) : entry.text,
      })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const orderId = params.orderId
  const form = await request.formData()
  const done = await changeOrder(desk, orderId, form)
  if (done.intent === 'move' && !done.problem) return redirect(pathOf('order', { orderId }))
  return answerForm({ ...done, typed: done.problem && typedInOrder(form) })
}

export const shouldRevalidate = reloadAfterConflict

type Order = Route.ComponentProps['loaderData']['order']
type Patient = Order['patients'][number]

export default function OrderPage({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { order, permissions, free } = loaderData
  const { visit, patients } = order
  const noted = useEmptied(done, done?.intent === 'note' && !done.problem)
  const refused = done?.problem ? done : null
  // A page without scripts keeps nothing.
  const typedFor = (intent: string) => (refused?.intent === intent ? refused.typed : null)
  const isOpeningWrong = refused?.intent === 'openTests' && refused.problem!.fields.includes('reason')
  const loggedOut = useEmptied(done, done?.intent === 'endSessions' && !done.problem)
  // Restricted data is kept but not used: what would use it is refused, and so is not offered.
  const mayUse = !order.isRestricted
  const mayTake =
    permissions.includes('samples.take') && nextVisitState(order.state, visit.state, 'takeSamples') !== null
  const mayMove =
    mayUse && permissions.includes('visits.move') && nextVisitState(order.state, visit.state, 'move') !== null
  const mayCancel = permissions.includes('orders.cancel') && isBeforeCollection(order.state)
  const steps = { ...visit, orderId: order.id, number: order.number, orderState: order.state }
  const result = done?.result
  const opened = result && 'patients' in result ? result.patients : undefined
  const testsOf = ({ patientId, tests }: Patient) =>
    tests ?? opened?.find((patient) => patient.patientId === patientId)?.tests ?? null
  return (
    <>
      <title>{t('order.number', { number: order.number })}</title>
      <div className="row row-wrap">
        <h1>{t('order.number', { number: order.number })}</h1>
        <OrderStateTag state={order.state} />
        {permissions.includes('audit.read') && (
          <Link to={withQuery(pathOf('audit'), { objectId: order.id })}>{t('desk:audit.ofOrder')}</Link>
        )}
      </div>
      <OthersHere key={order.id} orderId={order.id} state={order.state} visit={visit} />
      {order.isRestricted && <Notice tone="warn" title={t('desk:order.restricted')} />}
      <ProblemNotice problem={done?.problem} />
      <CancelledNotice refund={result && 'refund' in result ? result.refund : undefined} />
      <SessionsEnded ended={result && 'ended' in result ? result.ended : undefined} />
      <div className="deskColumns" key={order.id}>
        <div className="stack">
          <Card as="section" stacked>
            <div className="row row-wrap">
              <h2>{t('order.confirm.visit')}</h2>
              {(hasVisit(order.state) || visit.state === 'done') && <VisitStateTag state={visit.state} />}
            </div>
            <VisitFacts order={order} />
            {visit.movedFrom && <p>{t('desk:move.unagreed', { moment: visit.movedFrom })}</p>}
            <VisitSteps visit={steps} permissions={permissions} without={['takeSamples']} />
            {mayMove && !free && (
              <p>
                <ButtonLink look="quiet" size="s" icon="calendar" to="?move" preventScrollReset>
                  {t('order.visitChange.move')}
                </ButtonLink>
              </p>
            )}
          </Card>
          {mayUse && free && <MoveForm visit={visit} {...free} />}
          {patients.map((patient) => (
            <PatientCard key={patient.patientId} patient={patient} tests={testsOf(patient)} />
          ))}
          {mayTake && (
            <SamplesForm visit={steps} patients={patients} typed={typedFor('takeSamples')?.labels} />
          )}
        </div>
        <div className="stack">
          {order.payment && (
            <OrderMoney
              payment={order.payment}
              total={order.total}
              maySeePayments={permissions.includes('payments.read')}
            />
          )}
          <History {...order} />
          <OrderMails mails={order.mails} mayRepeat={mayUse && permissions.includes('orders.repeatMail')} />
          {mayCancel && <CancelForm state={order.state} typed={typedFor('cancelOrder')?.reason} />}
          {permissions.includes('sessions.end') && (
            <EndSessions
              key={`sessions ${loggedOut}`}
              withReason
              hasAccount={order.contact?.email != null}
              typed={typedFor('endSessions')?.reason}
              problem={refused?.intent === 'endSessions' ? refused.problem : null}
            />
          )}
          {mayUse && permissions.includes('orders.note') && (
            <NoteForm key={noted} typed={typedFor('note')?.text} />
          )}
          {permissions.includes('orders.askTests') && (
            <ConsentCard {...order.testsConsent} mayAsk={mayUse && order.contact?.email != null} />
          )}
          {mayUse &&
            permissions.includes('orders.openTests') &&
            patients.some(({ tests }) => tests === null) &&
            !opened && <OpenTestsForm isWrong={isOpeningWrong} typed={typedFor('openTests')?.text} />}
        </div>
      </div>
    </>
  )
}

/** What has become of an order that was just cancelled. */
function CancelledNotice({ refund }: { refund: string | null | undefined }) {
  const { t } = useTexts()
  if (refund === undefined) return null
  if (refund === 'requested') return <Notice tone="warn" role="status" title={t('desk:cancel.waits')} />
  return (
    <Notice
      tone="ok"
      role="status"
      title={t(refund === 'approved' ? 'desk:cancel.onWay' : 'desk:cancel.done')}
    />
  )
}

function VisitFacts({ order }: { order: Order }) {
  const texts = useTexts()
  const { t } = texts
  const { visit, laboratory, contact } = order
  const door = wayToDoor(visit, texts)
  return (
    <dl className="deskFacts">
      <div>
        <dt className="muted">{t('desk:time')}</dt>
        <dd>{visit.when}</dd>
      </div>
      <div>
        <dt className="muted">{t('desk:today.place')}</dt>
        <dd>
          {door
            ? [door.house, door.inside, door.notes].filter(Boolean).join(', ')
            : (visit.regionName ?? <span lang="ru">{`${laboratory.city}, ${laboratory.address}`}</span>)}
        </dd>
      </div>
      {contact && (
        <div>
          <dt className="muted">{t('order.confirm.contact')}</dt>
          <dd>{[contact.phone, contact.email].filter(Boolean).join(' · ') || t('desk:order.noContact')}</dd>
        </div>
      )}
    </dl>
  )
}

function PatientCard({ patient, tests }: { patient: Patient; tests: Patient['tests'] }) {
  const { t } = useTexts()
  const { name, born, gender, pregnant, analysisCount, containers, specimens } = patient
  const facts = [born, gender && t(`desk:order.gender${gender}`), pregnant && t('desk:order.pregnant')]
  return (
    <Card as="section" stacked>
      <h2>{name}</h2>
      <p className="muted">
        {[...facts, t('shell.tests', { count: analysisCount })].filter(Boolean).join(' · ')}
      </p>
      {tests ? (
        <ul className="stack stack-s">
          {tests.map((test) => (
            <li key={`${test.code} ${test.name}`}>
              <span className="muted">{test.code}</span> {test.name}
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('desk:order.testsHidden')}</p>
      )}
      {containers && containers.length > 0 && (
        <>
          <h3>{t('desk:order.containers')}</h3>
          <ul className="stack stack-s">
            {containers.map(({ id, name: container, count, testCount, isBrought }) => (
              <li key={id}>
                {count > 1 ? `${container} × ${count}` : container}{' '}
                <span className="muted">{t('shell.tests', { count: testCount })}</span>{' '}
                {isBrought && <Tag>{t('desk:order.brought')}</Tag>}{' '}
                <span className="deskCode">
                  {specimens
                    .filter(({ containerId }) => containerId === id)
                    .map(({ label }) => label)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

const isOrderState = (kind: string): kind is OrderState => ORDER_STATES.some((state) => state === kind)

function History({ state, history }: Pick<Order, 'state' | 'history'>) {
  const { t } = useTexts()
  // After a cancellation at the desk the order stands until a second person approves the refund, and if they decline.
  const stands = state !== 'cancelled' && state !== 'refunded'
  return (
    <Card as="section" stacked>
      <h2>{t('desk:history')}</h2>
      <ol className="stack stack-s">
        {numbered(history).map(({ number, at, kind, by, text, isAgreed }) => (
          <li key={number}>
            <strong>
              {kind === 'cancelled' && stands
                ? t('desk:event.cancelAsked')
                : t(isOrderState(kind) ? `order.state.${kind}` : `desk:event.${kind}`)}
            </strong>{' '}
            <span className="muted">{[at, by].filter(Boolean).join(' · ')}</span>
            {text && <p>{text === 'identityChecked' ? t('desk:visit.identity') : text}</p>}
            {isAgreed !== null && (
              <p className="small muted">{t(isAgreed ? 'desk:event.agreed' : 'desk:event.notAgreed')}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function NoteForm({ typed = '' }: { typed: string | undefined }) {
  const { t } = useTexts()
  const [text, setText] = useKeptWords('note', typed)
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <TextArea
          name="text"
          id="note"
          label={t('desk:note')}
          hint={t('desk:order.noteHint')}
          maxLength={LONGEST_ORDER_NOTE}
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
        />
        <SubmitButton look="quiet" size="s" name="intent" value="note">
          {t('desk:addNote')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

function OpenTestsForm({ isWrong, typed }: { isWrong: boolean; typed: string | undefined }) {
  const { t } = useTexts()
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <KeptFields form="openTests" />
        <TextField
          name="text"
          id="reason"
          label={t('desk:order.reason')}
          hint={t('desk:order.reasonHint')}
          error={isWrong ? t('desk:order.reasonShort') : undefined}
          defaultValue={typed}
          minLength={SHORTEST_OPENING_REASON}
          maxLength={LONGEST_OPENING_REASON}
          required
        />
        <SubmitButton look="quiet" size="s" name="intent" value="openTests">
          {t('desk:order.openTests')}
        </SubmitButton>
      </Form>
    </Card>
  )
}
