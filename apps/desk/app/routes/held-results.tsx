import { LISTED } from '@shop/contract/desk'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { resultColumns } from '../laboratory/result-columns.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { AlarmTag } from '../shell/alarm-tag.tsx'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import { moment, shortDay, waited } from '../texts/format.server.ts'
import type { Route } from './+types/held-results'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { policy, results } = await desk.api.heldResults()
  return {
    policy,
    found: results.map(({ patient, ...one }) => ({
      ...one,
      name: patient.name,
      born: shortDay(patient.dateOfBirth, desk),
      since: moment(one.heldSince, desk),
      waits: waited(one.heldSince, desk.locale),
    })),
  }
}

export default function HeldResults({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { policy, found } = loaderData
  const columns = resultColumns<(typeof found)[number]>(t, (resultId) => pathOf('heldResult', { resultId }))
  return (
    <>
      <title>{t('desk:held.list')}</title>
      <h1>{t('desk:held.list')}</h1>
      <Tabs of="laboratory" />
      <p className="muted">{t(`desk:held.policy.${policy}`)}</p>
      <DeskTable
        caption={t('desk:held.list')}
        rows={found}
        most={LISTED}
        keyOf={({ id }) => id}
        none={t('desk:held.none')}
        columns={[
          columns.test,
          columns.patient,
          columns.order,
          {
            id: 'since',
            head: t('desk:critical.since'),
            cell: ({ since }) => since,
            sortBy: ({ heldSince }) => heldSince,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ waits, hasCritical }) => (
              <>
                <Tag tone="wait">{t('desk:messages.waits', { time: waits })}</Tag>{' '}
                {hasCritical && <AlarmTag>{t('desk:held.critical')}</AlarmTag>}
              </>
            ),
          },
        ]}
      />
    </>
  )
}
