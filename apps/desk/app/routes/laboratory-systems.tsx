import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Card } from '@shop/storefront/ui/card.tsx'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { ProblemNotice } from '../forms/problem-notice.tsx'
import { answerForm, doIntent, textsOf } from '../forms/run-form.server.ts'
import { AskFirst } from '../session/ask-first.tsx'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable } from '../table/desk-table.tsx'
import { moment } from '../texts/format.server.ts'
import type { Route } from './+types/laboratory-systems'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const clients = await desk.api.laboratoryClients()
  const at = (instant: string | null) => instant && moment(instant, desk)
  return {
    mayEnd: context.get(staffContext).permissions.includes('clients.end'),
    clients: clients.map(({ id, name, laboratoryIds, endedAt, keys }) => ({
      id,
      name,
      places: laboratoryIds?.join(', ') ?? null,
      ended: at(endedAt),
      keys: keys.map((key) => ({
        ...key,
        added: at(key.createdAt),
        lastUsed: at(key.lastUsedAt),
        ended: at(key.endedAt ?? endedAt),
      })),
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const form = await request.formData()
  const text = textsOf(form)
  const [id, kid, password] = [text('id'), text('kid'), text('password')]
  const done = await doIntent(desk, form, {
    end: () => desk.api.endLaboratoryClient(id, { password }),
    endKey: () => desk.api.endClientKey(id, { kid, password }),
  })
  return answerForm(done)
}

type Client = Route.ComponentProps['loaderData']['clients'][number]

/** The laboratories' systems, and how to shut out one that is stolen or no longer used. */
export default function LaboratorySystems({ loaderData, actionData: done }: Route.ComponentProps) {
  const { t } = useTexts()
  const { clients, mayEnd } = loaderData
  return (
    <>
      <title>{t('desk:clients.list')}</title>
      <h1>{t('desk:nav.machine')}</h1>
      <Tabs of="machine" />
      <ProblemNotice problem={done?.problem} />
      {done && !done.problem && (
        <Notice tone="ok" role="status">
          {t(done.intent === 'end' ? 'desk:clients.done' : 'desk:clients.doneKey')}
        </Notice>
      )}
      <p className="muted">{t('desk:clients.lead')}</p>
      {clients.length === 0 && <Notice tone="ok">{t('desk:clients.none')}</Notice>}
      {clients.map((client) => (
        <ClientCard key={client.id} client={client} mayEnd={mayEnd && client.ended === null} />
      ))}
    </>
  )
}

function ClientCard({ client, mayEnd }: { client: Client; mayEnd: boolean }) {
  const { t } = useTexts()
  const { id, name, places, ended, keys } = client
  return (
    <Card as="section" stacked aria-labelledby={`system-${id}`}>
      <div className="row row-wrap between">
        <h2 id={`system-${id}`}>{name}</h2>
        <Tag tone={ended ? 'wait' : 'ok'}>
          {ended ? t('desk:clients.ended', { date: ended }) : t('desk:clients.inForce')}
        </Tag>
      </div>
      <p className="small muted">
        <span className="deskCode">{id}</span>
        {' · '}
        {t('desk:clients.places', { places: places ?? t('desk:clients.everywhere') })}
      </p>
      <DeskTable
        caption={name}
        rows={keys}
        keyOf={({ kid }) => kid}
        columns={[
          {
            id: 'key',
            head: t('desk:clients.key'),
            cell: ({ kid }) => kid,
            sortBy: ({ kid }) => kid,
            className: 'deskCode',
          },
          { id: 'algorithm', head: t('desk:clients.algorithm'), cell: ({ algorithm }) => algorithm },
          {
            id: 'added',
            head: t('desk:clients.added'),
            cell: ({ added }) => added,
            sortBy: ({ createdAt }) => createdAt,
          },
          {
            id: 'lastUsed',
            head: t('desk:clients.lastUsed'),
            cell: ({ lastUsed }) => lastUsed ?? t('desk:clients.never'),
            sortBy: ({ lastUsedAt }) => lastUsedAt,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: (key) => (
              <Tag tone={key.ended ? 'wait' : 'ok'}>
                {key.ended ? t('desk:clients.keyEnded', { date: key.ended }) : t('desk:clients.keyInForce')}
              </Tag>
            ),
          },
          mayEnd && {
            id: 'steps',
            head: t('desk:actions'),
            cell: (key) =>
              !key.ended && (
                <AskFirst
                  intent="endKey"
                  values={{ id, kid: key.kid }}
                  label={t('desk:clients.endKey')}
                  name={t('desk:clients.endKeyOf', { kid: key.kid, name })}
                  text={t('desk:clients.endKeyText')}
                />
              ),
          },
        ]}
      />
      {mayEnd && (
        <AskFirst
          intent="end"
          values={{ id }}
          label={t('desk:clients.end')}
          name={t('desk:clients.endOf', { name })}
          text={t('desk:clients.endText')}
        />
      )}
    </Card>
  )
}
