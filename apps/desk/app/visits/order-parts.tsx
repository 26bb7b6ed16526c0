import type { DeskOrder, OrderPresence } from '@shop/contract/desk'
import {
  LONGEST_ENDING_REASON,
  LONGEST_TUBE_LABEL,
  SHORTEST_ENDING_REASON,
} from '@shop/contract/input-lengths'
import type { TestsConsent } from '@shop/contract/tests-consent'
import { addDays } from '@shop/domain/dates'
import { groupBy } from '@shop/domain/group-by'
import type { OrderState } from '@shop/domain/order-states'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Button, ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useCallback, useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'
import { KeptFields } from '../forms/kept-fields.tsx'
import { askBeside, readPresence } from '../forms/own-answers.ts'
import { pathOf } from '../navigation.ts'
import { useAskAgain } from '../session/use-ask-again.ts'
import type { OfferedTime } from './change-order.server.ts'

interface CancelFormProps {
  state: OrderState
  /** The typed reason, if the form was refused: a page without scripts keeps nothing. */
  typed?: string | undefined
}

/** Cancels an order, and with it what was paid; it sends the state on the screen. */
export function CancelForm({ state, typed }: CancelFormProps) {
  const { t } = useTexts()
  return (
    <Card as="section">
      <details open={typed !== undefined || undefined}>
        <summary>{t('order.cancel.ask')}</summary>
        <Form method="post" className="stack stack-s">
          <KeptFields form="cancel" />
          <input type="hidden" name="state" value={state} />
          <TextField
            name="reason"
            id="cancel-reason"
            required
            minLength={SHORTEST_ENDING_REASON}
            maxLength={LONGEST_ENDING_REASON}
            defaultValue={typed}
            label={t('desk:reason')}
            hint={t('desk:cancel.reasonHint')}
            autoComplete="off"
          />
          <label className="deskChoice">
            <input type="checkbox" name="isAgreed" /> {t('desk:move.agreed')}
          </label>
          <p className="small muted">{t('desk:cancel.agreedHint')}</p>
          <SubmitButton look="danger" name="intent" value="cancelOrder">
            {t('order.cancel.ask')}
          </SubmitButton>
        </Form>
      </details>
    </Card>
  )
}

/** Another free time for a visit, a week at a time. */
export function MoveForm({
  visit,
  from,
  times,
  wanted,
}: {
  visit: { version: number; start: string }
  from: string
  times: readonly OfferedTime[]
  /** The time that the calendar offered. */
  wanted: string | null
}) {
  const { t } = useTexts()
  const byDay = [...groupBy(times, ({ day }) => day)]
  return (
    <Card as="section" stacked aria-labelledby="move-title">
      <h2 id="move-title">{t('desk:move.title')}</h2>
      <div className="row row-wrap">
        <ButtonLink look="plain" icon="arrow-left" to={`?move=${addDays(from, -7)}`} preventScrollReset>
          {t('desk:move.earlier')}
        </ButtonLink>
        <ButtonLink look="plain" iconAfter="arrow-right" to={`?move=${addDays(from, 7)}`} preventScrollReset>
          {t('desk:move.later')}
        </ButtonLink>
        <ButtonLink look="plain" to="?" preventScrollReset>
          {t('shell.close')}
        </ButtonLink>
      </div>
      {times.length === 0 ? (
        <p>{t('desk:move.none')}</p>
      ) : (
        <Form method="post" className="stack stack-s" key={from}>
          <KeptFields form="move" />
          <input type="hidden" name="version" value={visit.version} />
          <input type="hidden" name="current" value={visit.start} />
          <SelectField
            name="start"
            label={t('desk:time')}
            required
            defaultValue={wanted ?? times[0]?.start}
            options={byDay.map(([day, ofDay]) => ({
              label: day,
              options: ofDay.map(({ start, time, free }) => ({
                value: start,
                label: `${time} (${t('desk:move.free', { count: free })})`,
              })),
            }))}
          />
          <label className="deskChoice">
            <input type="checkbox" name="isAgreed" /> {t('desk:move.agreed')}
          </label>
          <p className="small muted">{t('desk:move.agreedHint')}</p>
          <SubmitButton name="intent" value="move">
            {t('order.visitChange.save')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}

interface SamplesFormProps {
  visit: { orderId: string; version: number }
  patients: DeskOrder['patients']
  /** The typed labels with the names of their fields, if they were refused: a page without scripts keeps nothing. */
  typed?: readonly (readonly [string, string])[] | undefined
}

/** One for each container that is filled. */
const labelsOf = (container: NonNullable<DeskOrder['patients'][number]['containers']>[number]) =>
  Array.from({ length: container.count }, (_, index) => ({ ...container, number: index + 1 }))

/** Records that samples were taken: a label for each container if the branch labels, none if the laboratory does. */
export function SamplesForm({ visit: { orderId, version }, patients, typed = [] }: SamplesFormProps) {
  const { t } = useTexts()
  const typedInto = (field: string) => typed.filter(([name]) => name === field).map(([, label]) => label)
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:step.takeSamples')}</h2>
        <p className="muted">{t('desk:order.labelsHint')}</p>
        <KeptFields form="samples" />
        <input type="hidden" name="orderId" value={orderId} />
        <input type="hidden" name="version" value={version} />
        {patients.flatMap(({ patientId, name, containers }) =>
          (containers ?? [])
            .flatMap(labelsOf)
            .map(({ id, number, count, name: container }) => (
              <TextField
                key={`${patientId} ${id} ${number}`}
                name={`label:${patientId}:${id}`}
                id={`label:${patientId}:${id}:${number}`}
                label={`${name}: ${count > 1 ? t('desk:order.oneOf', { container, number, count }) : container}`}
                maxLength={LONGEST_TUBE_LABEL}
                defaultValue={typedInto(`label:${patientId}:${id}`)[number - 1]}
                pattern="[\w\-]+"
                autoComplete="off"
                spellCheck={false}
                optional
              />
            )),
        )}
        <SubmitButton name="intent" value="takeSamples">
          {t('desk:step.takeSamples')}
        </SubmitButton>
      </Form>
    </Card>
  )
}

interface ConsentCardProps extends TestsConsent {
  mayAsk: boolean
}

/** Whether the patient allows the names of the tests to be seen, and a button to ask for it. */
export function ConsentCard({ state, until, mayAsk }: ConsentCardProps) {
  const { t } = useTexts()
  const isOpen = state === 'asked' || state === 'granted'
  if (!isOpen && !mayAsk) return null
  return (
    <Card as="section" stacked>
      <h2>{t('desk:consent.title')}</h2>
      <p>{t(`desk:consent.${state}`, { until: until ?? '' })}</p>
      {!isOpen && (
        <Form method="post">
          <SubmitButton look="quiet" size="s" name="intent" value="askTests">
            {t('desk:consent.ask')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}

const PRESENCE_EVERY_MS = 20_000

interface OthersHereProps {
  orderId: string
  state: OrderPresence['state']
  visit: { version: number; start: string; movedFrom: string | null }
}

/** Steps of the desk raise the version; a move by the patient, or agreement to a move, does not. */
const isOther = (
  { state, version, start = '', isUnagreed }: OrderPresence,
  shown: Omit<OthersHereProps, 'orderId'>,
): boolean =>
  state !== shown.state ||
  version > shown.visit.version ||
  (start !== '' && start !== shown.visit.start) ||
  (isUnagreed !== undefined && isUnagreed !== (shown.visit.movedFrom !== null))

/**
 * Who else has the order open, and whether it has changed since it was loaded. Without scripts only the refusal of a
 * stale write shows that.
 */
export function OthersHere({ orderId, state, visit }: OthersHereProps) {
  const { t } = useTexts()
  const { revalidate } = useRevalidator()
  const [now, setNow] = useState<(OrderPresence & { comparedWith: string }) | null>(null)
  // An answer for an earlier state of the page says nothing about this one: it asks again after every change.
  const comparedWith = [state, visit.version, visit.start, visit.movedFrom].join()
  const reportPresence = useCallback(() => {
    async function look() {
      if (document.visibilityState === 'hidden') return
      const found = await askBeside(pathOf('orderPresence', { orderId }), readPresence, 'POST')
      // Without a network nothing is shown; the next look catches up.
      if (found) setNow({ ...found, comparedWith })
    }
    void look()
  }, [orderId, comparedWith])
  useEffect(reportPresence, [reportPresence])
  useAskAgain(reportPresence, PRESENCE_EVERY_MS)
  const isStale = now?.comparedWith === comparedWith && isOther(now, { state, visit })
  const names = now?.others.join(', ')
  return (
    <div role="status" className="stack stack-s">
      {names && <Notice tone="info" title={t('desk:order.othersHere', { names })} />}
      {isStale && (
        <Notice tone="warn" title={t('desk:order.changed')}>
          <Button look="quiet" size="s" onClick={() => void revalidate()}>
            {t('desk:order.refresh')}
          </Button>
        </Notice>
      )}
    </div>
  )
}

type Mail = DeskOrder['mails'][number] & { when: string }

const TONES = { waiting: 'wait', sent: 'ok', refused: 'warn', failed: 'warn', dropped: 'wait' } as const

/** The mails about the order, newest first, each with a button to send it again if that is allowed. */
export function OrderMails({ mails, mayRepeat }: { mails: readonly Mail[]; mayRepeat: boolean }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2 id="mails">{t('desk:mails.title')}</h2>
      {mails.length === 0 && <p>{t('desk:mails.none')}</p>}
      <ul className="stack" aria-labelledby="mails">
        {mails.map((mail) => (
          <li key={mail.id} className="row row-wrap between">
            <div>
              <strong id={mail.id}>{t(`desk:mails.kind.${mail.kind}`)}</strong>{' '}
              <Tag tone={TONES[mail.state]}>{t(`desk:mails.state.${mail.state}`)}</Tag>
              <p className="muted">{[mail.when, mail.to].filter(Boolean).join(' · ')}</p>
            </div>
            {mayRepeat && mail.mayRepeat && (
              <Form method="post">
                <input type="hidden" name="mail" value={mail.id} />
                <SubmitButton
                  look="quiet"
                  size="s"
                  name="intent"
                  value="repeatMail"
                  aria-describedby={mail.id}
                >
                  {t('desk:sendAgain')}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
