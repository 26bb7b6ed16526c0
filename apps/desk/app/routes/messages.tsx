import { MESSAGE_LISTS } from '@shop/contract/support'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { WaitingTag } from '../messages/waiting-tag.tsx'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { ListTabs } from '../tabs.tsx'
import { hoursSince, waited } from '../texts/format.server.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const asked = new URL(request.url).searchParams.get('list')
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

export default function Messages() {
  const { t } = useTexts()
  const { list, messages } = useLoaderData<typeof loader>()
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
      {messages.length === 0 ? (
        <p>{t('desk:messages.none')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t(`desk:messages.list.${list}`)}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:messages.reference')}</th>
                <th scope="col">{t('desk:messages.from')}</th>
                <th scope="col">{t('desk:messages.said')}</th>
                <th scope="col">{t('desk:messages.who')}</th>
                <th scope="col">{t('desk:today.state')}</th>
              </tr>
            </thead>
            <tbody>
              {messages.map(({ id, reference, name, locale, orderNumber, excerpt, assignee, ...message }) => (
                <tr key={id}>
                  <td>
                    <Link to={pathOf('message', { messageId: id })} data-row>
                      {reference}
                    </Link>
                  </td>
                  <td>
                    {name}{' '}
                    <span className="muted">
                      <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
                      {orderNumber && ` · ${t('desk:order.title', { number: orderNumber })}`}
                    </span>
                  </td>
                  <td lang={locale}>{excerpt}</td>
                  <td>{assignee?.name ?? '—'}</td>
                  <td>
                    <WaitingTag waiting={message.waiting} isClosed={message.closedAt !== null} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
