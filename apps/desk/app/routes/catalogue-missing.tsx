import { LISTED_TEXTS } from '@shop/contract/editions'
import { LANGUAGE_NAMES } from '@shop/storefront/texts/language-names.ts'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { Notice } from '@shop/storefront/ui/notice.tsx'
import { Tag } from '@shop/storefront/ui/tag.tsx'
import { pathOf } from '../navigation.ts'
import { deskContext } from '../session/desk-context.server.ts'
import { Tabs } from '../shell/tabs.tsx'
import { DeskTable, RowLink } from '../table/desk-table.tsx'
import type { Route } from './+types/catalogue-missing'

export async function loader({ context }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  return { texts: await desk.api.missingTexts() }
}

export default function CatalogueMissing({ loaderData }: Route.ComponentProps) {
  const { t } = useTexts()
  const { texts } = loaderData
  return (
    <>
      <title>{t('desk:catalogue.missing')}</title>
      <h1>{t('desk:nav.catalogue')}</h1>
      <Tabs of="catalogue" />
      {texts.length > 0 && <p>{t('desk:catalogue.missingLead')}</p>}
      {texts.length === 0 ? (
        <Notice tone="ok">{t('desk:catalogue.nothingMissing')}</Notice>
      ) : (
        <DeskTable
          look="wide"
          caption={t('desk:catalogue.missing')}
          rows={texts}
          most={LISTED_TEXTS}
          keyOf={({ text }) => text}
          columns={[
            {
              id: 'text',
              head: t('desk:catalogue.text'),
              cell: ({ text }) => <span lang="en">{text}</span>,
              sortBy: ({ text }) => text,
            },
            {
              id: 'entry',
              head: t('desk:catalogue.entry'),
              cell: ({ part, key, offer }) => (
                <>
                  {t(`desk:catalogue.part.${part}`)}{' '}
                  {offer ? (
                    <RowLink to={pathOf('offerTexts', { kind: offer.kind, offerId: offer.id })}>
                      {key}
                    </RowLink>
                  ) : (
                    <span className="deskCode">{key}</span>
                  )}
                </>
              ),
              sortBy: ({ part, key }) => `${t(`desk:catalogue.part.${part}`)} ${key}`,
            },
            {
              id: 'missing',
              head: t('desk:texts.isMissing'),
              cell: ({ missing }) => (
                <ul className="row row-wrap">
                  {missing.map((locale) => (
                    <li key={locale}>
                      <Tag tone="warn">
                        <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>
                      </Tag>
                    </li>
                  ))}
                </ul>
              ),
              sortBy: ({ missing }) => missing.join(' '),
            },
            {
              id: 'saidBy',
              head: t('desk:catalogue.saidBy'),
              cell: ({ count }) => count,
              sortBy: ({ count }) => count,
              isNumber: true,
            },
          ]}
        />
      )}
    </>
  )
}
