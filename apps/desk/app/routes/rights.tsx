import { RIGHTS_LISTS } from '@shop/contract/rights'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pathOf } from '../navigation.ts'
import { DueTag } from '../rights/due-tag.tsx'
import { answered } from '../session/answered.server.ts'
import { deskContext, staffContext } from '../session/desk-context.server.ts'
import { ListTabs } from '../tabs.tsx'
import { shortDay } from '../texts/format.server.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const { permissions } = context.get(staffContext)
  const asked = new URL(request.url).searchParams.get('list')
  const list = RIGHTS_LISTS.find((known) => known === asked) ?? 'open'
  const requests = await answered(desk, desk.api.deskRights({ list }))
  return {
    list,
    mayAnswer: permissions.includes('rights.answer'),
    requests: requests.map((one) => ({ ...one, due: shortDay(one.dueOn, desk) })),
  }
}

export default function Rights() {
  const { t } = useTexts()
  const { list, requests, mayAnswer } = useLoaderData<typeof loader>()
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
      {requests.length === 0 ? (
        <p>{t('desk:rights.none')}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t(`desk:rights.list.${list}`)}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:messages.reference')}</th>
                <th scope="col">{t('desk:rights.right')}</th>
                <th scope="col">{t('desk:rights.from')}</th>
                <th scope="col">{t('desk:messages.who')}</th>
                <th scope="col">{t('desk:rights.due')}</th>
                <th scope="col">{t('desk:today.state')}</th>
              </tr>
            </thead>
            <tbody>
              {requests.map(({ id, reference, right, name, locale, source, assignee, due, ...request }) => (
                <tr key={id}>
                  <td>
                    <Link to={pathOf('rightsRequest', { requestId: id })} data-row>
                      {reference}
                    </Link>
                  </td>
                  <td>{t(`desk:rights.rightName.${right}`)}</td>
                  <td>
                    {name}{' '}
                    <span className="muted">
                      <span lang={locale}>{LANGUAGE_NAMES[locale]}</span> ·{' '}
                      {t(`desk:rights.source.${source}`)}
                    </span>
                  </td>
                  <td>{assignee?.name ?? '—'}</td>
                  <td>{due}</td>
                  <td>
                    <DueTag {...request} />
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
