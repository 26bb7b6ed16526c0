import { LONGEST_CALLED, LONGEST_SAID_BACK } from '@shop/contract/input-lengths'
import { CALL_OUTCOMES } from '@shop/domain/laboratory-desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { FieldMessage } from '@shop/storefront/ui/field.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextArea, TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form, Link } from 'react-router'
import { useEmptied } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm } from '../forms/run-form.server.ts'
import { CallNumber } from '../laboratory/call-number.tsx'
import { changeCriticalValue } from '../laboratory/change-critical-value.server.ts'
import styles from '../laboratory/laboratory.module.css'
import { ResultPage, WhoseResult } from '../laboratory/result-page.tsx'
import { ValuesCard } from '../laboratory/values-card.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { numbered } from '../table/numbered.ts'
import { moment, sampling, shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/critical-value'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const found = await desk.api.criticalValue(params.resultId)
  return {
    mayNote: permissions.includes('criticals.note'),
    found: {
      ...found,
      since: moment(found.since, desk),
      sampled: sampling(found.sampledAt, desk),
      born: shortDay(found.patient.dateOfBirth, desk),
      log: found.log.map((call) => ({ ...call, at: moment(call.at, desk) })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  return answerForm(
    await changeCriticalValue(context.get(deskContext), params.resultId, await request.formData()),
  )
}

/** After a refusal too: the next try is about the current state. */
export const shouldRevalidate = () => true

type Loaded = Route.ComponentProps['loaderData']
type Done = Route.ComponentProps['actionData']

export default function CriticalValue({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { found, mayNote } = loaderData
  const { contact } = found
  const noted = useEmptied(done, done?.problem === null)
  return (
    <ResultPage
      title={found.test}
      mark={
        <>
          {found.isOpen ? (
            <AlarmTag>{t('desk:critical.untold')}</AlarmTag>
          ) : (
            <Tag tone="ok">{t('desk:critical.told')}</Tag>
          )}
          {found.isHeld && (
            <Link to={pathOf('heldResult', { resultId: found.id })}>{t('desk:held.waitsForRelease')}</Link>
          )}
        </>
      }
      said={
        <>
          {done?.problem && done.problem.code !== 'invalid_fields' && (
            <ProblemNotice problem={done.problem} />
          )}
          {done && !done.problem && (
            <Notice tone="ok" role="status">
              {t('desk:saved')}
            </Notice>
          )}
        </>
      }
      values={
        <>
          <ValuesCard found={found} came={found.since} />
          <Log log={found.log} />
        </>
      }
      aside={
        <>
          <WhoseResult title={t('desk:critical.whom')} found={found}>
            {contact.phone ? (
              <p>
                <CallNumber contact={contact} />
              </p>
            ) : (
              <p>{t(contact.email ? 'desk:critical.noPhone' : 'desk:critical.noContact')}</p>
            )}
            {contact.email && (
              <p>
                <a href={`mailto:${contact.email}`}>{contact.email}</a>
              </p>
            )}
          </WhoseResult>
          {mayNote && <CallForm key={`${found.id} ${noted}`} version={found.version} done={done} />}
        </>
      }
    />
  )
}

function Log({ log }: { log: Loaded['found']['log'] }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:critical.log')}</h2>
      {log.length === 0 ? (
        <p>{t('desk:critical.nobodyYet')}</p>
      ) : (
        <ol className="stack stack-s">
          {numbered(log).map(({ number, at, by, outcome, called, saidBack }) => (
            <li key={number}>
              <p>
                {at}, {by}{' '}
                <Tag tone={outcome === 'notReached' ? 'wait' : 'ok'}>
                  {t(`desk:critical.outcome.${outcome}`)}
                </Tag>
              </p>
              <p>
                <strong>{called}</strong>
                {saidBack && `: ${saidBack}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function CallForm({ version, done }: { version: number; done: Done }) {
  const { t } = useTexts()
  const typed = done?.typed
  const wrong = done?.problem?.code === 'invalid_fields' ? done.problem.fields : []
  return (
    <Card as="section">
      <Form method="post" className="stack">
        <h2>{t('desk:critical.note')}</h2>
        <KeptFields form="call" />
        <input type="hidden" name="version" value={version} />
        <fieldset aria-describedby={wrong.includes('outcome') ? 'outcome-error' : undefined}>
          <legend>
            <strong>{t('desk:critical.how')}</strong>
          </legend>
          <div className={styles.outcomes}>
            {CALL_OUTCOMES.map((outcome) => (
              <label key={outcome} className="deskChoice">
                <input
                  type="radio"
                  name="outcome"
                  value={outcome}
                  defaultChecked={outcome === typed?.outcome}
                  required
                />
                {t(`desk:critical.outcome.${outcome}`)}
              </label>
            ))}
          </div>
          <FieldMessage
            id="outcome"
            error={wrong.includes('outcome') ? t('desk:critical.howNeeded') : undefined}
          />
        </fieldset>
        <TextField
          name="called"
          label={t('desk:critical.called')}
          hint={t('desk:critical.calledHint')}
          error={wrong.includes('called') ? t('desk:critical.calledShort') : undefined}
          defaultValue={typed?.called ?? ''}
          maxLength={LONGEST_CALLED}
          autoComplete="off"
          required
        />
        <TextArea
          name="saidBack"
          label={t('desk:critical.saidBack')}
          hint={t('desk:critical.saidBackHint')}
          error={wrong.includes('saidBack') ? t('desk:critical.saidBackNeeded') : undefined}
          defaultValue={typed?.saidBack ?? ''}
          maxLength={LONGEST_SAID_BACK}
          rows={4}
        />
        <SubmitButton look="primary">{t('desk:critical.save')}</SubmitButton>
      </Form>
    </Card>
  )
}
