import { LISTED } from '@shop/contract/desk'
import { type DeskMessage, MESSAGE_LISTS } from '@shop/contract/support'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { SubmitButton } from '@shop/storefront/ui/submit-button.tsx'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { createContext, Form, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { problemOf, textsOf } from '../forms/run-form.server.ts'
import { useSearchAgain } from '../forms/use-search-again.ts'
import { WaitingTag } from '../messages/waiting-tag.tsx'
import { pathOf } from '../navigation.ts'
import { type Desk, deskContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { ListTabs } from '../shell/tabs.tsx'
import { DeskTable, NO_VALUE, RowLink } from '../table/desk-table.tsx'
import { hoursSince, waited } from '../texts/format.server.ts'
import type { Route } from './+types/messages'

/** Set once the action of this request has searched: the loader then lists nothing else. */
const isAnswered = createContext(false)

const shown = (messages: readonly DeskMessage[], { locale }: Desk) =>
  messages.map(({ waitingSince, ...message }) => ({
    ...message,
    waiting: waitingSince ? { words: waited(waitingSince, locale), hours: hoursSince(waitingSince) } : null,
  }))

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const asked = url.searchParams.get('list')
  const list = MESSAGE_LISTS.find((known) => known === asked) ?? 'open'
  const messages = context.get(isAnswered) ? [] : await desk.api.deskMessages({ list })
  return { list, messages: shown(messages, desk) }
}

/** A posted form: an address that was searched for is in no address of a page and no history. */
export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const text = textsOf(await request.formData())('text')
  if (!text) throw redirect(pathOf('messages'))
  context.set(isAnswered, true)
  try {
    const found = await desk.api.searchMessages({ text })
    const [only] = found
    // A complete reference leads to its message.
    if (found.length === 1 && only?.reference === text.toUpperCase())
      return redirect(pathOf('message', { messageId: only.id }))
    return { text, isWrong: false, messages: shown(found, desk) }
  } catch (error) {
    if (problemOf(desk, error).code !== 'invalid_fields') throw error
    return { text, isWrong: true, messages: [] }
  }
}

/** What was found is the reply: a list loaded without being shown would count as seen. */
export const shouldRevalidate = ({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionResult === undefined && defaultShouldRevalidate

export default function Messages({ loaderData, actionData: found }: Route.ComponentProps) {
  const { t } = useTexts()
  useSearchAgain(found?.text)
  useFresh({ isPaused: found !== undefined })
  const { messages } = found ?? loaderData
  return (
    <>
      <title>{t('desk:nav.messages')}</title>
      <h1>{t('desk:nav.messages')}</h1>
      <ListTabs
        lists={MESSAGE_LISTS}
        shown={found ? null : loaderData.list}
        path={pathOf('messages')}
        wordOf={(one) => t(`desk:messages.list.${one}`)}
      />
      <Form method="post" action={pathOf('messages')} role="search" className="deskTools">
        <TextField
          name="text"
          type="search"
          label={t('desk:messages.find')}
          error={found?.isWrong ? t('desk:messages.tooShort') : undefined}
          defaultValue={found?.text}
          autoComplete="off"
        />
        <SubmitButton look="quiet" icon="search">
          {t('desk:find')}
        </SubmitButton>
        <p className="muted">{t('desk:messages.findHint')}</p>
      </Form>
      <p role="status">
        {found && !found.isWrong ? t('desk:messages.found', { count: messages.length }) : ''}
      </p>
      {(!found || messages.length > 0) && (
        <MessagesTable
          messages={messages}
          caption={found ? t('desk:messages.findings') : t(`desk:messages.list.${loaderData.list}`)}
        />
      )}
    </>
  )
}

interface MessagesTableProps {
  messages: Route.ComponentProps['loaderData']['messages']
  caption: string
}

function MessagesTable({ messages, caption }: MessagesTableProps) {
  const { t } = useTexts()
  return (
    <DeskTable
      caption={caption}
      rows={messages}
      keyOf={({ id }) => id}
      most={LISTED}
      none={t('desk:messages.none')}
      columns={[
        {
          id: 'reference',
          head: t('desk:messages.reference'),
          className: 'deskCode nowrap',
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
          cell: ({ assignee }) => assignee?.name ?? NO_VALUE,
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
  )
}
