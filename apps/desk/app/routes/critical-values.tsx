import { CRITICAL_LISTS } from '@shop/contract/critical-values'
import { LISTED } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { resultColumns } from '../laboratory/result-columns.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { ListTabs, Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
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
          ...resultColumns<(typeof found)[number]>(t, (resultId) => pathOf('criticalValue', { resultId })),
          {
            id: 'since',
            head: t('desk:critical.since'),
            cell: ({ reported }) => reported,
            sortBy: ({ since }) => since,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ waits, calls }) => (
              <>
                <Tag tone={waits ? 'warn' : 'ok'}>
                  {waits ? t('desk:messages.waits', { time: waits }) : t('desk:critical.told')}
                </Tag>{' '}
                {waits && calls > 0 && (
                  <span className="muted">{t('desk:critical.tried', { count: calls })}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
