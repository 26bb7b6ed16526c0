import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form, Link } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, runForm } from '../forms/run-form.server.ts'
import { ResultPage, WhoseResult } from '../laboratory/result-page.tsx'
import { ValuesCard } from '../laboratory/values-card.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { moment, sampling, shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/held-result'

export async function loader({ context, params }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const found = await desk.api.heldResult(params.resultId)
  const { heldSince, release, patient } = found
  return {
    mayRelease: permissions.includes('heldResults.release'),
    found: {
      ...found,
      sampled: sampling(found.sampledAt, desk),
      born: shortDay(patient.dateOfBirth, desk),
      since: heldSince && moment(heldSince, desk),
      release: release && { ...release, at: moment(release.releasedAt, desk) },
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const version = Number((await request.formData()).get('version'))
  return answerForm(await runForm(desk, () => desk.api.releaseResult(params.resultId, { version })))
}

/** After a refusal too: the next try is about the current state. */
export const shouldRevalidate = () => true

type Loaded = Route.ComponentProps['loaderData']

export default function HeldResult({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { found, mayRelease } = loaderData
  const { since, release } = found
  const isNewer = done?.problem?.code === 'stale_write'
  return (
    <ResultPage
      title={found.test}
      mark={<Tag tone={since ? 'wait' : 'ok'}>{t(since ? 'desk:held.waits' : 'desk:held.released')}</Tag>}
      said={
        <>
          {isNewer ? (
            <Notice tone="warn" role="alert" title={t('desk:held.newer')}>
              <p>{t('desk:held.newerText')}</p>
            </Notice>
          ) : (
            <ProblemNotice problem={done?.problem} />
          )}
          {done && !done.problem && (
            <Notice tone="ok" role="status">
              {t('desk:held.done')}
            </Notice>
          )}
        </>
      }
      values={<ValuesCard found={found} came={since} />}
      aside={
        <>
          <WhoseResult title={t('results.fact.patient')} found={found} />
          {since && mayRelease && <ReleaseForm found={found} />}
          {release && (
            <p className="muted">
              {t('desk:held.releasedBy', { name: release.releasedBy, moment: release.at })}
            </p>
          )}
        </>
      }
    />
  )
}

function ReleaseForm({ found }: Pick<Loaded, 'found'>) {
  const { t } = useTexts()
  const { id, version, hasCritical, isCalled } = found
  const pathOfCalls = pathOf('criticalValue', { resultId: id })
  // A release needs no call, but the patient should hear of a critical value from a person first.
  const isUntold = hasCritical && !isCalled
  return (
    <>
      {isUntold && (
        <Card as="section" stacked>
          <p>
            <AlarmTag>{t('desk:held.uncalled')}</AlarmTag>
          </p>
          <div>
            <ButtonLink look="primary" icon="phone" to={pathOfCalls}>
              {t('desk:critical.note')}
            </ButtonLink>
          </div>
        </Card>
      )}
      <Card as="section">
        <Form method="post" className="stack">
          <h2>{t('desk:held.release')}</h2>
          {hasCritical && isCalled && (
            <p>
              {t('desk:held.called')} <Link to={pathOfCalls}>{t('desk:critical.log')}</Link>
            </p>
          )}
          <p>{t('desk:held.releaseText')}</p>
          <input type="hidden" name="version" value={version} />
          <SubmitButton look={isUntold ? 'quiet' : 'primary'}>{t('desk:held.submit')}</SubmitButton>
        </Form>
      </Card>
    </>
  )
}
