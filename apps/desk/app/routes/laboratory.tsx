import { LISTED } from '@shop/contract/desk'
import { REFUSAL_REASONS, REFUSED_REPORT_STATES } from '@shop/domain/laboratory-desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SelectField } from '@shop/storefront/ui/select-field.tsx'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Form } from 'react-router'
import styles from '../laboratory/laboratory.module.css'
import { SOURCE_NAMES } from '../laboratory/request-line.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, NO_VALUE, RowLink } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import { laboratoryOption } from '../visits/laboratory-name.tsx'
import type { Route } from './+types/laboratory'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const query = url.searchParams
  const state = REFUSED_REPORT_STATES.find((known) => known === query.get('state')) ?? 'open'
  const reason = REFUSAL_REASONS.find((known) => known === query.get('reason'))
  const laboratories = await desk.api.deskLaboratories()
  const place = laboratories.find(({ id }) => id === Number(query.get('laboratoryId')))?.id
  const reports = await desk.api.refusedReports({ state, reason, laboratoryId: place })
  return {
    asked: { state, reason: reason ?? '', laboratoryId: String(place ?? '') },
    laboratories,
    reports: reports.map((report) => ({
      ...report,
      first: moment(report.firstAt, desk),
      last: moment(report.lastAt, desk),
    })),
  }
}

type Loaded = Route.ComponentProps['loaderData']

export default function Laboratory({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { asked, reports, laboratories } = loaderData
  return (
    <>
      <title>{t('desk:laboratory.refused')}</title>
      <h1>{t('desk:laboratory.refused')}</h1>
      <Tabs of="laboratory" />
      <Filter asked={asked} laboratories={laboratories} />
      <Reports reports={reports} state={asked.state} />
    </>
  )
}

function Filter({ asked, laboratories }: Pick<Loaded, 'asked' | 'laboratories'>) {
  const texts = useTexts()
  const { t } = texts
  return (
    <Form method="get" className="deskTools" key={Object.values(asked).join()}>
      <SelectField
        name="state"
        label={t('desk:status')}
        defaultValue={asked.state}
        options={REFUSED_REPORT_STATES.map((value) => ({
          value,
          label: t(`desk:laboratory.state.${value}`),
        }))}
      />
      <SelectField
        name="reason"
        label={t('desk:reason')}
        defaultValue={asked.reason}
        placeholder={t('desk:money.anyState')}
        options={REFUSAL_REASONS.map((value) => ({ value, label: t(`desk:laboratory.because.${value}`) }))}
      />
      <SelectField
        name="laboratoryId"
        label={t('shell.laboratory')}
        defaultValue={asked.laboratoryId}
        placeholder={t('desk:today.everywhere')}
        options={laboratories.map((each) => laboratoryOption(each, texts, { hasId: true }))}
      />
      <SubmitButton look="quiet" icon="search">
        {t('desk:show')}
      </SubmitButton>
    </Form>
  )
}

function Reports({ reports, state }: Pick<Loaded, 'reports'> & { state: Loaded['asked']['state'] }) {
  const { t } = useTexts()
  return (
    <DeskTable
      caption={t(`desk:laboratory.state.${state}`)}
      rows={reports}
      keyOf={({ id }) => id}
      most={LISTED}
      none={<span role="status">{t('desk:laboratory.none')}</span>}
      columns={[
        {
          id: 'came',
          head: t('desk:laboratory.came'),
          cell: ({ id, first }) => <RowLink to={pathOf('refusedReport', { reportId: id })}>{first}</RowLink>,
          sortBy: ({ firstAt }) => firstAt,
        },
        {
          id: 'reason',
          head: t('desk:reason'),
          cell: ({ reasons }) => (
            <span className={styles.reasons}>
              {reasons.map((reason) => (
                <Tag key={reason} tone={state === 'open' ? 'warn' : 'wait'}>
                  {t(`desk:laboratory.because.${reason}`)}
                </Tag>
              ))}
            </span>
          ),
        },
        {
          id: 'order',
          head: t('results.fact.order'),
          cell: ({ orderNumber }) => orderNumber ?? NO_VALUE,
          sortBy: ({ orderNumber }) => orderNumber,
        },
        {
          id: 'system',
          head: t('desk:laboratory.system'),
          cell: ({ system, source }) => (
            <>
              {system} <span className="muted">{SOURCE_NAMES[source]}</span>
            </>
          ),
          sortBy: ({ system }) => system,
        },
        {
          id: 'times',
          head: t('desk:attempts'),
          cell: ({ times, last }) =>
            times > 1 ? t('desk:laboratory.again', { count: times, moment: last }) : '1',
          sortBy: ({ times }) => times,
        },
      ]}
    />
  )
}
