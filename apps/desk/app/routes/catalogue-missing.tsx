import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { answered } from '../session/answered.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { Tabs } from '../tabs.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const desk = context.get(deskContext)
  return { texts: await answered(desk, desk.api.missingTexts()) }
}

export default function CatalogueMissing() {
  const { t } = useTexts()
  const { texts } = useLoaderData<typeof loader>()
  return (
    <>
      <title>{t('desk:catalogue.missing')}</title>
      <h1>{t('desk:nav.catalogue')}</h1>
      <Tabs of="catalogue" />
      {texts.length > 0 && <p>{t('desk:catalogue.missingLead')}</p>}
      {texts.length === 0 ? (
        <Notice tone="ok">{t('desk:catalogue.nothingMissing')}</Notice>
      ) : (
        <div className="deskScroll">
          <table className="deskTable">
            <caption className="visually-hidden">{t('desk:catalogue.missing')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('desk:catalogue.text')}</th>
                <th scope="col">{t('desk:catalogue.entry')}</th>
                <th scope="col">{t('desk:catalogue.saidBy')}</th>
              </tr>
            </thead>
            <tbody>
              {texts.map(({ text, part, key, count }) => (
                <tr key={text}>
                  <td lang="en">{text}</td>
                  <td>
                    {t(`desk:catalogue.part.${part}`)} <span className="deskCode">{key}</span>
                  </td>
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
