import type { ReactNode } from 'react'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Card } from '../ui/card.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { PageMeta } from '../ui/page-meta.tsx'
import { NotOfferedHere, QuoteBar, QuoteCard } from './quote-card.tsx'
import type { QuoteView } from './quote-view.server.ts'

interface AddablePageProps {
  view: {
    name: string
    description: string
    laboratoryLabel: string
    companionRules: readonly string[]
    /** Its quote; null: not offered here. Named as an open page of the previous release reads it. */
    offer: QuoteView | null
    /** Names of the included analyses that the laboratory does not offer. */
    missing?: readonly string[]
  }
  /** schema.org data of the page. */
  structured?: Record<string, unknown>
  /** Above and below the title. */
  above: ReactNode
  below: ReactNode
  facts: readonly Fact[]
  /** What the price is for. */
  priced: string
  addPath: string
  inCart: ReactNode
  /** The sections below. */
  children: ReactNode
}

/** The page of an analysis or a profile: what it is, its facts, its price, and whether it is in the cart. */
export function AddablePage({ view, structured, above, below, facts, ...rest }: AddablePageProps) {
  const { t } = useTexts()
  const { priced, addPath, inCart, children } = rest
  const { name, description, offer: quote, laboratoryLabel: laboratory, missing } = view
  const notHere = <NotOfferedHere laboratory={laboratory} missing={missing} />
  return (
    <>
      <PageMeta title={name} description={description} structured={structured} />
      <div className="split split-aside">
        <article className="sections">
          <div className="stack stack-l">
            <div>
              <PageHead
                title={<OwnLanguage>{name}</OwnLanguage>}
                windowTitle={null}
                above={above}
                lead={<OwnLanguage>{description}</OwnLanguage>}
              >
                {below}
              </PageHead>
              <Card as="section" aria-label={t('catalogue.facts.label')}>
                <Facts facts={facts} />
              </Card>
            </div>
            {quote && (
              <div className="only-phone">
                <QuoteCard quote={quote} name={priced} laboratory={laboratory} />
              </div>
            )}
            {view.companionRules.map((rule) => (
              <Notice key={rule}>
                <p>
                  <OwnLanguage>{rule}</OwnLanguage>
                </p>
              </Notice>
            ))}
            {inCart}
          </div>
          {children}
        </article>
        <aside className="only-wide" aria-label={t('catalogue.price')}>
          {quote ? (
            <QuoteCard quote={quote} name={priced} addPath={addPath} laboratory={laboratory} />
          ) : (
            notHere
          )}
        </aside>
      </div>
      {quote ? <QuoteBar quote={quote} addPath={addPath} /> : <div className="only-phone">{notHere}</div>}
    </>
  )
}
