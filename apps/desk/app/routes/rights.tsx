import { LISTED } from '@shop/contract/desk'
import { RIGHTS_LISTS } from '@shop/contract/rights'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { pathOf } from '../navigation.ts'
import { DueTag } from '../rights/due-tag.tsx'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { useFresh } from '../session/use-fresh.ts'
import { ListTabs } from '../shell/tabs.tsx'
import { DeskTable, NO_VALUE, RowLink } from '../table/desk-table.tsx'
import { shortDay } from '../texts/format.server.ts'
import type { Route } from './+types/rights'

export async function loader({ context, url }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const asked = url.searchParams.get('list')
  const list = RIGHTS_LISTS.find((known) => known === asked) ?? 'open'
  const requests = await desk.api.deskRights({ list })
  return {
    list,
    mayAnswer: permissions.includes('rights.answer'),
    requests: requests.map((one) => ({ ...one, due: shortDay(one.dueOn, desk) })),
  }
}

export default function Rights({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  useFresh()
  const { list, requests, mayAnswer } = loaderData
  return (
    <>
      <title>{t('desk:nav.rights')}</title>
      <div className="row row-wrap between">
        <h1>{t('desk:nav.rights')}</h1>
        {mayAnswer && (
          <ButtonLink look="quiet" size="s" to={pathOf('newRightsRequest')}>
            {t('desk:rights.new')}
          </ButtonLink>
        )}
      </div>
      <ListTabs
        lists={RIGHTS_LISTS}
        shown={list}
        path={pathOf('rights')}
        wordOf={(one) => t(`desk:rights.list.${one}`)}
      />
      <DeskTable
        caption={t(`desk:rights.list.${list}`)}
        rows={requests}
        keyOf={({ id }) => id}
        most={LISTED}
        none={t('desk:rights.none')}
        columns={[
          {
            id: 'reference',
            head: t('desk:messages.reference'),
            className: 'deskCode nowrap',
            cell: ({ id, reference }) => (
              <RowLink to={pathOf('rightsRequest', { requestId: id })}>{reference}</RowLink>
            ),
            sortBy: ({ reference }) => reference,
          },
          {
            id: 'right',
            head: t('desk:rights.right'),
            cell: ({ right }) => t(`account.rights.right.${right}`),
            sortBy: ({ right }) => t(`account.rights.right.${right}`),
          },
          {
            id: 'from',
            head: t('desk:from'),
            cell: ({ name, locale, source }) => (
              <>
                {name}{' '}
                <span className="muted">
                  <span lang={locale}>{LANGUAGE_NAMES[locale]}</span> · {t(`desk:rights.source.${source}`)}
                </span>
              </>
            ),
            sortBy: ({ name }) => name,
          },
          {
            id: 'who',
            head: t('desk:messages.who'),
            cell: ({ assignee }) => assignee?.name ?? NO_VALUE,
            sortBy: ({ assignee }) => assignee?.name ?? null,
          },
          { id: 'due', head: t('desk:rights.due'), cell: ({ due }) => due, sortBy: ({ dueOn }) => dueOn },
          { id: 'state', head: t('desk:status'), cell: (request) => <DueTag {...request} /> },
        ]}
      />
    </>
  )
}
