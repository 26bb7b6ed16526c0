import { type Person, personPayload } from '@shop/contract/patient-codec'
import { limitOf, type RightsOutcome } from '@shop/domain/rights'
import { scopeOf } from '@shop/domain/staff'
import { formTexts } from '@shop/storefront/pages/form-texts.ts'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { formatDayOf } from '@shop/texts/formats.server'
import { Form } from 'react-router'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent } from '../forms/run-form.server.ts'
import styles from '../messages/messages.module.css'
import { AnswerRight, EndRestriction, InForce, NoteForm } from '../rights/answer-right.tsx'
import { DueTag } from '../rights/due-tag.tsx'
import { type FoundRights, readyRights } from '../rights/ready-rights.server.ts'
import { HeldTable, WhatToDo } from '../rights/what-to-do.tsx'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { moment, shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/rights-request'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { id: ownId, permissions, grants } = context.get(staffContext)
  const mayWork = permissions.includes('rights.answer')
  const found = await desk.api.readRights(params.requestId)
  return {
    ownId,
    mayAnswer: mayWork && found.state === 'open',
    // Any laboratory may have tested the person.
    seesResults: scopeOf(grants, 'rights.results') === 'all',
    mayEnd:
      mayWork &&
      limitOf(found.right) === 'restriction' &&
      found.isIdentified &&
      found.limits?.restrictedSince != null &&
      found.limits.restrictionEndsAt === null,
    ready: readyRights(desk, found),
    found: {
      ...found,
      due: shortDay(found.dueOn, desk),
      asked: moment(found.askedAt, desk),
      limits: found.limits && {
        restrictedSince: found.limits.restrictedSince && moment(found.limits.restrictedSince, desk),
        restrictionEndsAt: found.limits.restrictionEndsAt && moment(found.limits.restrictionEndsAt, desk),
        objectedSince: found.limits.objectedSince && moment(found.limits.objectedSince, desk),
      },
      account: found.account && {
        ...found.account,
        since: formatDayOf(found.account.since, desk, 'dateShort'),
      },
      steps: found.steps.map((step) => ({ ...step, at: moment(step.at, desk) })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const id = params.requestId
  const form = await request.formData()
  const typed = formTexts(form)
  const { text = '', intent = '' } = typed
  const [, patientId = ''] = intent.split(' ')
  const version = Number(typed.version)
  const done = await doIntent(desk, form, {
    take: () => desk.api.assignRight(id, { version, mine: true }),
    giveBack: () => desk.api.assignRight(id, { version, mine: false }),
    identity: () => desk.api.noteRightStep(id, { version, kind: 'identity', text }),
    note: () => desk.api.noteRightStep(id, { version, kind: 'note', text }),
    endRestriction: () => desk.api.endRestriction(id, { version, text }),
    answer: () => desk.api.answerRight(id, { version, outcome: typed.outcome as RightsOutcome, text }),
    remove: () => desk.api.eraseByRight(id, { version, patientId }),
    correct: () => {
      const { firstName = '', lastName = '', gender, dateOfBirth = '' } = typed
      const person = { firstName, lastName, gender: gender as Person['gender'], dateOfBirth }
      return desk.api.correctByRight(id, patientId, { version, patient: personPayload(person) })
    },
    // The browser requires the box to be ticked; without scripts, or on an old page, it is checked here.
    ...(typed.sure ? { erase: () => desk.api.eraseByRight(id, { version, patientId: null }) } : {}),
  })
  // What was typed is not lost if someone else was first.
  return answerForm({ ...done, typed: done.problem && typed })
}

export const shouldRevalidate = reloadAfterConflict

export default function RightsRequest({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { found, ready, mayAnswer, mayEnd, ownId } = loaderData
  const title = t('desk:rights.title', {
    right: t(`account.rights.right.${found.right}`),
    reference: found.reference,
  })
  const tooShort = done?.problem?.code === 'invalid_fields'
  const isKnown = found.isIdentified && found.account !== null
  return (
    <>
      <title>{title}</title>
      <div className="row row-wrap">
        <h1>{title}</h1>
        <DueTag {...found} />
      </div>
      {!tooShort && <ProblemNotice problem={done?.problem} />}
      {done && !done.problem && (
        <Notice tone="ok" role="status">
          {t(done.intent === 'answer' ? 'desk:rights.sent' : 'desk:rights.done')}
        </Notice>
      )}
      <div className="deskColumns" key={found.id}>
        <div className="stack">
          <Card as="section" stacked>
            <p className="muted">
              {t('desk:rights.asked', {
                moment: found.asked,
                source: t(`desk:rights.source.${found.source}`),
              })}
              {' · '}
              {t('desk:rights.due')} {found.due}
            </p>
            <p className={styles.said} lang={found.words ? found.locale : undefined}>
              {found.words || t('desk:rights.noWords')}
            </p>
          </Card>
          {found.held.length > 0 && <HeldTable held={found.held} />}
          {mayAnswer && isKnown && (
            <WhatToDo found={found} done={done} seesResults={loaderData.seesResults} />
          )}
          {mayAnswer && <AnswerRight found={found} ready={ready} done={done} />}
        </div>
        <div className="stack">
          <Who found={found} ownId={ownId} mayAnswer={mayAnswer} />
          {mayEnd && <EndRestriction found={found} done={done} />}
          {mayAnswer && !found.isIdentified && (
            <NoteForm kind="identity" version={found.version} tooShort={tooShort} done={done} />
          )}
          <History steps={found.steps} />
          {mayAnswer && <NoteForm kind="note" version={found.version} tooShort={tooShort} done={done} />}
        </div>
      </div>
    </>
  )
}

interface WhoProps {
  found: FoundRights
  ownId: string
  mayAnswer: boolean
}

function Who({ found, ownId, mayAnswer }: WhoProps) {
  const { t } = useTexts()
  const { name, email, locale, account, assignee, version, isIdentified, state } = found
  const isMine = assignee?.id === ownId
  const wasErased = found.steps.some(({ kind }) => kind === 'accountErased')
  return (
    <Card as="section" stacked>
      <h2>{t('desk:rights.who')}</h2>
      <p>{name}</p>
      <p className="muted">
        {email} · <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
      </p>
      <p>
        {account
          ? t('desk:rights.since', { day: account.since })
          : t(wasErased ? 'desk:rights.accountGone' : 'desk:rights.noAccount')}
      </p>
      <InForce limits={found.limits} />
      {!isIdentified && state === 'open' && <Notice tone="warn">{t('desk:rights.unidentified')}</Notice>}
      <h2>{t('desk:messages.who')}</h2>
      <p>{assignee?.name ?? t('desk:messages.nobody')}</p>
      {mayAnswer && (
        <Form method="post">
          <input type="hidden" name="version" value={version} />
          <SubmitButton look="quiet" size="s" name="intent" value={isMine ? 'giveBack' : 'take'}>
            {t(isMine ? 'desk:messages.giveBack' : 'desk:messages.take')}
          </SubmitButton>
        </Form>
      )}
    </Card>
  )
}

function History({ steps }: Pick<FoundRights, 'steps'>) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:history')}</h2>
      <ol className="stack stack-s">
        {steps.map(({ kind, at, by, text }) => (
          <li key={`${at} ${kind} ${text}`}>
            <p>
              <strong>{t(`account.rights.step.${kind}`)}</strong>{' '}
              <span className="muted">
                {at}
                {by && `, ${by}`}
              </span>
            </p>
            {text && <p className={styles.said}>{text}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
