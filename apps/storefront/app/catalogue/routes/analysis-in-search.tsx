import { Link } from 'react-router'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useShellData } from '../../platform/shell-data.ts'
import { OwnLanguage, Sentence } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AddablePage } from '../addable-page.tsx'
import { type AnalysisView, loadAnalysis } from '../load-analysis.server.ts'
import { Measured } from '../measured.tsx'
import { ProfileCards } from '../profile-cards.tsx'
import { capital, useTestFacts } from '../test-facts.tsx'
import type { Route } from './+types/analysis-in-search'

export function loader({ context, params, url }: Route.LoaderArgs) {
  const ranges = url.searchParams.get('ranges')
  return loadAnalysis({ shop: context.get(shopContext), analysisId: params.analysisId, ranges })
}

/** One analysis: what it is, what it costs, when it is ready, how to prepare, what it measures. */
export default function AnalysisInSearch({ loaderData: analysis }: Route.ComponentProps) {
  const { t } = useTexts()
  const { id, name, code, category, synonyms, profiles } = analysis
  return (
    <AddablePage
      view={analysis}
      structured={structuredTest(analysis)}
      above={
        <>
          {category && (
            <>
              <Link to={pathOf('categories', { categorySlug: category.slug })}>
                <OwnLanguage>{category.name}</OwnLanguage>
              </Link>{' '}
              ·{' '}
            </>
          )}
          {t('catalogue.code', { code })}
        </>
      }
      below={
        synonyms.length > 0 && (
          <p className="small muted">
            <Sentence of="catalogue.alsoCalled" names={{ names: synonyms.join(', ') }} />
          </p>
        )
      }
      facts={useFacts(analysis)}
      priced={name}
      addPath={pathOf('addToCart', { addableType: 'analysis', addableId: id })}
      inCart={<AlreadyInCart id={id} />}
    >
      <Measured measured={analysis.measured} loinc={analysis.loinc} />
      {profiles.length > 0 && (
        <section aria-labelledby="inside">
          <SectionHead id="inside" title={t('catalogue.insideProfiles')} />
          <ProfileCards profiles={profiles} columns={3} />
        </section>
      )}
    </AddablePage>
  )
}

function useFacts(analysis: AnalysisView) {
  const { t } = useTexts()
  const { specimen, container, homeCallPossible, branchCount } = analysis
  const { ready, preparation, who } = useTestFacts(analysis)
  return [
    ready,
    {
      icon: 'test-tube' as const,
      term: t('catalogue.facts.specimen'),
      value: (
        <OwnLanguage>{container ? `${capital(specimen)}. ${container}` : capital(specimen)}</OwnLanguage>
      ),
    },
    preparation,
    who,
    {
      icon: 'house' as const,
      term: t('catalogue.facts.where'),
      value: t(homeCallPossible ? 'catalogue.facts.homeAndBranches' : 'catalogue.facts.branchesOnly', {
        count: branchCount,
      }),
    },
  ]
}

function AlreadyInCart({ id }: { id: number }) {
  const { t } = useTexts()
  const names = useShellData()?.cart?.namesByAnalysisId[id]
  return names ? (
    <Notice tone="ok" icon="check">
      <p>
        {t('catalogue.alreadyInCart', { names: names.join(', ') })}{' '}
        <Link to={pathOf('cart')}>{t('catalogue.openCart')}</Link>
      </p>
    </Notice>
  ) : null
}

function structuredTest({
  name,
  description,
  code,
  synonyms,
  offer: quote,
  loinc,
}: AnalysisView): Record<string, unknown> {
  return {
    '@type': ['MedicalTest', 'Product'],
    name,
    description,
    sku: code,
    ...(synonyms.length > 0 ? { alternateName: synonyms } : {}),
    ...(loinc ? { code: { '@type': 'MedicalCode', codeValue: loinc, codingSystem: 'LOINC' } } : {}),
    ...(quote
      ? {
          offers: {
            '@type': 'Offer',
            price: quote.analysesTotal.price,
            priceCurrency: quote.analysesTotal.currency,
          },
        }
      : {}),
  }
}
