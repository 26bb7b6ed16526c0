import { CRITICAL_LISTS } from '@shop/contract/critical-values'
import { LISTED } from '@shop/contract/desk'
import type { FoundValue } from '@shop/contract/held-results'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { CallNumber } from '../laboratory/call-number.tsx'
import { resultColumns } from '../laboratory/result-columns.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { ListTabs, Tabs } from '../shell/tabs.tsx'
import { DeskTable, NO_VALUE } from '../table/desk-table.tsx'
import { moment, shortDay, waited } from '../texts/format.server.ts'
import type { Route } from './+types/critical-values'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const asked = url.searchParams.get('list')
  const list = CRITICAL_LISTS.find((known) => known === asked) ?? 'open'
  const found = await desk.api.criticalValues({ list })
  return {
    list,
    found: found.map(({ patient, ...one }) => ({
      ...one,
      name: patient.name,
      born: shortDay(patient.dateOfBirth, desk),
      reported: moment(one.since, desk),
      waits: one.isOpen ? waited(one.since, desk.locale) : null,
    })),
  }
}

export default function CriticalValues({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { list, found } = loaderData
  const columns = resultColumns<(typeof found)[number]>(
    t,
    (resultId) => pathOf('criticalValue', { resultId }),
    ({ found: values = [] }) => values.map((value) => <Found key={value.name} {...value} />),
  )
  return (
    <>
      <title>{t('desk:critical.list')}</title>
      <h1>{t('desk:critical.list')}</h1>
      <Tabs of="laboratory" />
      <ListTabs
        lists={CRITICAL_LISTS}
        shown={list}
        path={pathOf('criticalValues')}
        wordOf={(one) => t(`desk:critical.lists.${one}`)}
      />
      <DeskTable
        caption={t(`desk:critical.lists.${list}`)}
        rows={found}
        most={LISTED}
        keyOf={({ id }) => id}
        none={t(`desk:critical.none.${list}`)}
        columns={[
          list === 'open' && {
            id: 'waits',
            head: t('desk:critical.waiting'),
            cell: ({ waits, calls }) => (
              <>
                <AlarmTag>{waits}</AlarmTag>{' '}
                {calls > 0 && <span className="muted">{t('desk:critical.tried', { count: calls })}</span>}
              </>
            ),
            sortBy: ({ since }) => since,
          },
          columns.test,
          columns.patient,
          list === 'open' && {
            id: 'phone',
            head: t('desk:critical.call'),
            cell: ({ contact }) => (contact?.phone ? <CallNumber contact={contact} /> : NO_VALUE),
          },
          columns.order,
          {
            id: 'since',
            head: t('desk:critical.since'),
            cell: ({ reported }) => reported,
            sortBy: ({ since }) => since,
          },
          list === 'settled' && {
            id: 'state',
            head: t('desk:status'),
            cell: () => <Tag tone="ok">{t('desk:critical.told')}</Tag>,
          },
        ]}
      />
    </>
  )
}

/** "Haemoglobin 61 g/L (120–150)" */
function Found({ name, value, range }: FoundValue) {
  return (
    <p>
      {name} <strong className="nowrap">{value}</strong>{' '}
      {range && <span className="muted nowrap">({range})</span>}
    </p>
  )
}
