import { LONGEST_ASIDE_REASON, SHORTEST_ASIDE_REASON } from '@shop/contract/input-lengths'
import type { RequestLine } from '@shop/contract/refused-reports'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { Form } from 'react-router'
import { reloadAfterConflict } from '../forms/after-form.ts'
import { KeptFields } from '../forms/kept-fields.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, textsOf } from '../forms/run-form.server.ts'
import { changeRefusedReport, loadTypedLines } from '../laboratory/change-refused-report.server.ts'
import styles from '../laboratory/laboratory.module.css'
import { RequestLineFacts, SOURCE_NAMES } from '../laboratory/request-line.tsx'
import { type Desk, deskContext, staffContext } from '../session/desk-context.server.ts'
import { moment, shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/refused-report'

const shown = ({ visitStart, patient, ...line }: RequestLine, desk: Desk) => ({
  ...line,
  visit: moment(visitStart, desk),
  patient: {
    name: patient.name,
    gender: patient.gender,
    birth: shortDay(patient.dateOfBirth, desk),
  },
})

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const mayMend = permissions.includes('reports.mend')
  const query = url.searchParams
  const [report, typed] = await Promise.all([
    desk.api.refusedReport(params.reportId),
    mayMend ? loadTypedLines(desk, query) : [],
  ])
  return {
    mayMend: mayMend && report.state === 'open',
    typed: typed.map(({ line, ...one }) => ({ ...one, line: line && shown(line, desk) })),
    report: {
      ...report,
      first: moment(report.firstAt, desk),
      last: moment(report.lastAt, desk),
      settled: report.settled && { ...report.settled, at: moment(report.settled.at, desk) },
      reports: report.reports.map(({ line, issuedAt, ...one }) => ({
        ...one,
        issued: issuedAt && !Number.isNaN(Date.parse(issuedAt)) ? moment(issuedAt, desk) : issuedAt,
        line: line && shown(line, desk),
      })),
    },
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const done = await changeRefusedReport(desk, params.reportId, form)
  // What was typed is not lost if someone else was first.
  return answerForm({ ...done, reason: done.problem ? textsOf(form)('reason') : '' })
}

export const shouldRevalidate = reloadAfterConflict

type Loaded = Route.ComponentProps['loaderData']

export default function RefusedReport({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { report, typed, mayMend } = loaderData
  const title = t('desk:laboratory.title', { moment: report.first })
  return (
    <>
      <title>{title}</title>
      <div className="row row-wrap">
        <h1>{title}</h1>
        <Tag tone={report.state === 'open' ? 'warn' : 'ok'}>{t(`desk:laboratory.state.${report.state}`)}</Tag>
      </div>
      {done?.problem?.code === 'invalid_fields' ? (
        <Notice tone="bad" role="alert">
          {t(done.problem.fields.includes('reason') ? 'desk:atLeastFive' : 'desk:laboratory.noLine')}
        </Notice>
      ) : (
        <ProblemNotice problem={done?.problem} />
      )}
      {done?.result && (
        <Notice tone={done.result.state === 'open' ? 'warn' : 'ok'} role="status">
          {t(`desk:laboratory.notice.${done.result.state}`)}
        </Notice>
      )}
      <div className="deskColumns">
        <div className="stack">
          <Reasons report={report} />
          {report.text !== null && <Sent text={report.text} />}
          {report.reports.length > 0 && <Reports report={report} typed={typed} mayMend={mayMend} />}
        </div>
        <div className="stack">
          <About report={report} />
          {mayMend && <Steps report={report} typed={typed} reason={done?.reason ?? ''} />}
        </div>
      </div>
    </>
  )
}

function Reasons({ report: { issues } }: Pick<Loaded, 'report'>) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2>{t('desk:laboratory.why')}</h2>
      <ul className="stack stack-s">
        {issues.map(({ reason, diagnostics, place }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same fault may be reported twice, and the order is fixed
          <li key={index}>
            <strong>{t(`desk:laboratory.because.${reason}`)}.</strong> <span lang="en">{diagnostics}</span>{' '}
            {place && <span className="deskCode muted">{place}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Sent({ text }: { text: string }) {
  const { t } = useTexts()
  return (
    <Card as="section" stacked>
      <h2 id="sent">{t('desk:laboratory.sent')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.text} aria-labelledby="sent" tabIndex={0}>
        {text}
      </section>
    </Card>
  )
}

/** Each report with its values and the ordered test that it names, or that was typed beside it. */
function Reports({ report, typed, mayMend }: Pick<Loaded, 'report' | 'typed' | 'mayMend'>) {
  const { t } = useTexts()
  return (
    <Form method="get" className="stack">
      {report.reports.map(({ entry, test, status, issued, named, comment, values, deletes = [], line }) => {
        const assigned = typed.find((one) => one.entry === entry)
        const target = assigned ? assigned.line : line
        return (
          <Card as="section" stacked key={entry}>
            {test ? <h2 lang="">{test}</h2> : <h2>{t('desk:laboratory.unnamed')}</h2>}
            <p className="muted">{[status, issued].filter(Boolean).join(' · ')}</p>
            {values.length + deletes.length > 0 && (
              <table className="deskTable">
                <caption className="visually-hidden" lang="">
                  {test}
                </caption>
                <tbody>
                  {values.map(({ name, value }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: in the order received, which is fixed
                    <tr key={index}>
                      <th scope="row">{name}</th>
                      <td>{value}</td>
                    </tr>
                  ))}
                  {[...new Set(deletes)].map((name) => (
                    <tr key={name}>
                      <th scope="row">{name}</th>
                      <td>{t('desk:laboratory.deletes')}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {comment && <p>{comment}</p>}
            <h3>{t('desk:laboratory.about')}</h3>
            {target ? (
              <RequestLineFacts line={target} />
            ) : (
              <p>{t('desk:laboratory.nobodys', { named: named || '—' })}</p>
            )}
            {mayMend && report.canBeTried && (
              <div className="deskTools">
                <TextField
                  name={`label-${entry}`}
                  label={t('desk:laboratory.lay')}
                  error={assigned && !assigned.line ? t('desk:laboratory.noLine') : undefined}
                  defaultValue={assigned?.label ?? ''}
                  autoComplete="off"
                />
                <SubmitButton look="quiet" icon="search">
                  {t('desk:laboratory.look')}
                </SubmitButton>
              </div>
            )}
          </Card>
        )
      })}
    </Form>
  )
}

function About({ report }: Pick<Loaded, 'report'>) {
  const { t } = useTexts()
  const { system, source, times, last, settled } = report
  return (
    <Card as="section" stacked>
      <h2>{t('desk:laboratory.system')}</h2>
      <p>
        {system} <Tag>{SOURCE_NAMES[source]}</Tag>
      </p>
      {times > 1 && <p className="muted">{t('desk:laboratory.again', { count: times, moment: last })}</p>}
      {settled && (
        <>
          <h2>{t(`desk:laboratory.state.${report.state}`)}</h2>
          <p>
            {settled.by}, {settled.at}
          </p>
          {settled.reason && <p>{settled.reason}</p>}
        </>
      )}
    </Card>
  )
}

/** Tries it with the version on the screen, assigned to the tests that were looked up. */
function Steps({ report, typed, reason }: Pick<Loaded, 'report' | 'typed'> & { reason: string }) {
  const { t } = useTexts()
  const { version, canBeTried } = report
  const assigned = typed.filter(({ line }) => line)
  const isUnclear = typed.some(({ line }) => !line)
  return (
    <>
      {canBeTried && !isUnclear && (
        <Card as="section">
          <Form method="post" className="stack">
            <h2>{t('desk:laboratory.try')}</h2>
            <input type="hidden" name="version" value={version} />
            {assigned.map(({ entry, label, line }) => (
              <p key={entry}>
                <input type="hidden" name={`label-${entry}`} value={label} />
                {t('desk:laboratory.goesTo', { label, name: line!.patient.name })}
              </p>
            ))}
            {assigned.length === 0 && <p className="muted">{t('desk:laboratory.tryHint')}</p>}
            <SubmitButton look="primary" name="intent" value="try">
              {t(assigned.length > 0 ? 'desk:laboratory.layAndTry' : 'desk:laboratory.tryAsItIs')}
            </SubmitButton>
          </Form>
        </Card>
      )}
      <Card as="section">
        <Form method="post" className="stack" key={report.id}>
          <h2>{t('desk:laboratory.setAside')}</h2>
          <KeptFields form="aside" />
          <input type="hidden" name="version" value={version} />
          <TextField
            name="reason"
            label={t('desk:reason')}
            hint={t('desk:laboratory.asideHint')}
            defaultValue={reason}
            minLength={SHORTEST_ASIDE_REASON}
            maxLength={LONGEST_ASIDE_REASON}
            autoComplete="off"
            required
          />
          <SubmitButton look="quiet" name="intent" value="setAside">
            {t('desk:laboratory.setAside')}
          </SubmitButton>
        </Form>
      </Card>
    </>
  )
}
