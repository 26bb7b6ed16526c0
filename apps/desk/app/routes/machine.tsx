import { LISTED } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form } from 'react-router'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, runForm, textsOf } from '../forms/run-form.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/machine'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const room = await desk.api.machineRoom()
  const timed = <T extends { at: string }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, when: moment(row.at, desk) }))
  const jobs = timed(room.jobs)
  return {
    ...room,
    mayRepeat: permissions.includes('machine.repeat'),
    imports: timed(room.imports),
    failed: jobs.filter(({ template }) => template === null),
    mails: jobs.filter(({ template }) => template !== null),
    queues: room.queues.map((queue) => ({ ...queue, minutes: Math.round(queue.oldestSeconds / 60) })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const text = textsOf(await request.formData())
  return answerForm(await runForm(desk, () => desk.api.repeatJob(text('queue'), text('id'))))
}

type Loaded = Route.ComponentProps['loaderData']

export default function Machine({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { parts, versions, failed, mails, queues, imports, mayRepeat } = loaderData
  return (
    <>
      <title>{t('desk:nav.machine')}</title>
      <h1>{t('desk:nav.machine')}</h1>
      <Tabs of="machine" />
      {done?.problem?.code === 'not_found' ? (
        <Notice tone="warn" role="alert">
          {t('desk:machine.goneBefore')}
        </Notice>
      ) : (
        <ProblemNotice problem={done?.problem} />
      )}
      {done && !done.problem && (
        <Notice tone="ok" role="status">
          {t('desk:machine.runsAgain')}
        </Notice>
      )}
      <div className="deskColumns">
        <div className="stack">
          <Jobs
            title={t('desk:machine.failed')}
            none={t('desk:machine.noFailed')}
            jobs={failed}
            mayRepeat={mayRepeat}
          />
          <Jobs
            title={t('desk:machine.mails')}
            none={t('desk:machine.noMails')}
            jobs={mails}
            mayRepeat={mayRepeat}
          />
          <Imports imports={imports} />
        </div>
        <div className="stack">
          <Card as="section" stacked aria-labelledby="health">
            <h2 id="health">{t('desk:machine.health')}</h2>
            <ul className="stack stack-s deskStates">
              {parts.map(({ part, isWell }) => (
                <li key={part}>
                  {t(`desk:machine.part.${part}`)}
                  <Tag tone={isWell ? 'ok' : 'warn'}>
                    {t(isWell ? 'desk:machine.well' : 'desk:machine.ill')}
                  </Tag>
                </li>
              ))}
            </ul>
          </Card>
          <Versions versions={versions} />
          <Queues queues={queues} />
        </div>
      </div>
    </>
  )
}

interface JobsProps {
  title: string
  none: string
  jobs: Loaded['failed']
  mayRepeat: boolean
}

function Jobs({ title, none, jobs, mayRepeat }: JobsProps) {
  const { t } = useTexts()
  return (
    <section className="stack stack-s">
      <h2>{title}</h2>
      <DeskTable
        caption={title}
        rows={jobs}
        most={LISTED}
        keyOf={({ id }) => id}
        none={none}
        columns={[
          {
            id: 'time',
            head: t('order.confirm.dateAndTime'),
            cell: ({ when }) => when,
            sortBy: ({ at }) => at,
          },
          {
            id: 'job',
            head: t('desk:machine.job'),
            cell: ({ template, queue }) => template ?? queue,
            sortBy: ({ template, queue }) => template ?? queue,
            className: 'deskCode',
          },
          {
            id: 'reason',
            head: t('desk:reason'),
            cell: ({ reason, isRefused }) => (
              <>
                <span className="deskCode">{reason ?? '—'}</span>{' '}
                {isRefused && <Tag tone="warn">{t('desk:machine.refused')}</Tag>}
              </>
            ),
            sortBy: ({ reason }) => reason,
          },
          {
            id: 'tries',
            head: t('desk:attempts'),
            cell: ({ tries }) => tries,
            sortBy: ({ tries }) => tries,
            isNumber: true,
          },
          mayRepeat && {
            id: 'steps',
            head: t('desk:actions'),
            cell: ({ queue, id }) => (
              <Form method="post">
                <input type="hidden" name="queue" value={queue} />
                <input type="hidden" name="id" value={id} />
                <SubmitButton look="quiet" size="s">
                  {t('desk:machine.again')}
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </section>
  )
}

function Imports({ imports }: Pick<Loaded, 'imports'>) {
  const { t } = useTexts()
  return (
    <section className="stack stack-s">
      <h2>{t('desk:machine.imports')}</h2>
      <DeskTable
        caption={t('desk:machine.imports')}
        rows={imports}
        keyOf={({ id }) => id}
        none={t('desk:machine.noImports')}
        columns={[
          {
            id: 'time',
            head: t('order.confirm.dateAndTime'),
            cell: ({ when }) => when,
            sortBy: ({ at }) => at,
          },
          {
            id: 'origin',
            head: t('desk:catalogue.origin'),
            cell: ({ origin }) => t(`desk:catalogue.from.${origin}`),
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ isInForce, state }) => (
              <Tag tone={isInForce ? 'ok' : 'wait'}>
                {t(
                  isInForce
                    ? 'desk:catalogue.inForce'
                    : state === 'draft'
                      ? 'desk:catalogue.draft'
                      : 'desk:catalogue.earlier',
                )}
              </Tag>
            ),
          },
        ]}
      />
    </section>
  )
}

function Versions({ versions }: Pick<Loaded, 'versions'>) {
  const { t } = useTexts()
  const { release, node, database, migration, dueMigrations, catalogue } = versions
  const rows = [
    [t('desk:machine.release'), release],
    ['Node', node],
    [t('desk:machine.part.database'), database],
    [t('desk:machine.migration'), [migration, ...dueMigrations].join(', ')],
    [t('desk:nav.catalogue'), String(catalogue)],
  ] as const
  return (
    <Card as="section" stacked>
      <h2 id="versions">{t('desk:machine.versions')}</h2>
      <table className="deskTable" aria-labelledby="versions">
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="deskCode" lang="en">
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Queues({ queues }: Pick<Loaded, 'queues'>) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2 id="queues">{t('desk:machine.queues')}</h2>
      {queues.length === 0 ? (
        <p>{t('desk:machine.noQueues')}</p>
      ) : (
        <ul className="stack stack-s" aria-labelledby="queues">
          {queues.map(({ queue, due, failed, minutes }) => (
            <li key={queue}>
              <span className="deskCode">{queue}</span>{' '}
              <span className="muted">{t('desk:machine.waiting', { due, failed, minutes })}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
