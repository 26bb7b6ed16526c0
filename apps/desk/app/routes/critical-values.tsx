import { CRITICAL_LISTS } from '@shop/contract/critical-values'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { pathOf } from '../navigation.ts'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { ListTabs, Tabs } from '../tabs.tsx'
import { moment, shortDay, waited } from '../texts/format.server.ts'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  const asked = new URL(request.url).searchParams.get('list')
  const list = CRITICAL_LISTS.find((known) => known === asked) ?? 'open'
  const found = await answered(desk, desk.api.criticalValues({ list }))
  return {
    list,
    found: found.map(({ since, patient, ...one }) => ({
      ...one,
      name: patient.name,
      born: shortDay(patient.dateOfBirth, desk),
      since: moment(since, desk),
      waits: one.isOpen ? waited(since, desk.locale) : null,
    })),
  }
}

export default function CriticalValues() {
  const { t } = useTexts()
  const { list, found } = useLoaderData<typeof loader>()
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
      {found.length === 0 ? (
        <p>{t(`desk:critical.none.${list}`)}</p>
      ) : (
        <div className="deskScroll">
          <table className="deskTable deskCards">
            <caption className="visually-hidden">{t(`desk:critical.lists.${list}`)}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:critical.test')}</th>
                <th scope="col">{t('desk:today.patients')}</th>
                <th scope="col">{t('desk:today.order')}</th>
                <th scope="col">{t('desk:critical.since')}</th>
                <th scope="col">{t('desk:today.state')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map(({ id, test, name, born, orderNumber, since, waits, calls }) => (
                <tr key={id}>
                  <td>
                    <Link to={pathOf('criticalValue', { resultId: id })} data-row>
                      {test}
                    </Link>
                  </td>
                  <td>
                    {name} <span className="muted">{born}</span>
                  </td>
                  <td>{orderNumber}</td>
                  <td>{since}</td>
                  <td>
                    <Tag tone={waits ? 'warn' : 'ok'}>
                      {waits ? t('desk:messages.waits', { time: waits }) : t('desk:critical.told')}
                    </Tag>{' '}
                    {waits && calls > 0 && (
                      <span className="muted">{t('desk:critical.tried', { count: calls })}</span>
                    )}
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
