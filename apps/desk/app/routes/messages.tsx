import { MESSAGE_LISTS } from '@shop/contract/support'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { WaitingTag } from '../messages/waiting-tag.tsx'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { ListTabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import { hoursSince, waited } from '../texts/format.server.ts'
import type { Route } from './+types/messages'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const asked = url.searchParams.get('list')
  const list = MESSAGE_LISTS.find((known) => known === asked) ?? 'open'
  const messages = await answered(desk, desk.api.deskMessages({ list }))
  return {
    list,
    messages: messages.map(({ waitingSince, ...message }) => ({
      ...message,
      waiting: waitingSince
        ? { words: waited(waitingSince, desk.locale), hours: hoursSince(waitingSince) }
        : null,
    })),
  }
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { list, messages } = loaderData
  return (
    <>
      <title>{t('desk:nav.messages')}</title>
      <h1>{t('desk:nav.messages')}</h1>
      <ListTabs
        lists={MESSAGE_LISTS}
        shown={list}
        path={pathOf('messages')}
        wordOf={(one) => t(`desk:messages.list.${one}`)}
      />
      <DeskTable
        caption={t(`desk:messages.list.${list}`)}
        rows={messages}
        keyOf={({ id }) => id}
        none={t('desk:messages.none')}
        columns={[
          {
            id: 'reference',
            head: t('desk:messages.reference'),
            className: 'deskCode',
            cell: ({ id, reference }) => (
              <RowLink to={pathOf('message', { messageId: id })}>{reference}</RowLink>
            ),
            sortBy: ({ reference }) => reference,
          },
          {
            id: 'from',
            head: t('desk:from'),
            cell: ({ name, locale, orderNumber }) => (
              <>
                {name}{' '}
                <span className="muted">
                  <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
                  {orderNumber && ` · ${t('order.number', { number: orderNumber })}`}
                </span>
              </>
            ),
            sortBy: ({ name }) => name,
          },
          {
            id: 'said',
            head: t('desk:messages.said'),
            cell: ({ excerpt, locale }) => <span lang={locale}>{excerpt}</span>,
          },
          {
            id: 'who',
            head: t('desk:messages.who'),
            cell: ({ assignee }) => assignee?.name ?? '—',
            sortBy: ({ assignee }) => assignee?.name ?? null,
          },
          {
            id: 'state',
            head: t('desk:status'),
            cell: ({ waiting, closedAt }) => <WaitingTag waiting={waiting} isClosed={closedAt !== null} />,
            sortBy: ({ waiting }) => waiting?.hours ?? null,
          },
        ]}
      />
    </>
  )
}
