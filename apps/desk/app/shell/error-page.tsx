import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { ButtonLink } from '@shop/storefront/ui/button.tsx'
import { pathOf } from '../navigation.ts'

const KNOWN = [403, 404, 503] as const

/** Says what cannot be shown, and what to do next. */
export function ErrorPage({ status }: { status: number }) {
  const { t } = useTexts()
  const known = KNOWN.find((one) => one === status) ?? 500
  return (
    <main className="deskMain stack">
      <title>{t(`desk:error.${known}`)}</title>
      <h1>{t(`desk:error.${known}`)}</h1>
      <p>{t(`desk:error.text${known}`)}</p>
      <div>
        <ButtonLink look="primary" to={pathOf('today')} reloadDocument>
          {t('desk:nav.today')}
        </ButtonLink>
      </div>
    </main>
  )
}
