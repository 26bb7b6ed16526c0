import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { Link, useLocation } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useShellData } from '../platform/shell-data.ts'
import { OwnLanguage, Sentence } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { PriceLines } from '../ui/price-lines.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import styles from './quote-card.module.css'
import type { QuoteView } from './quote-view.server.ts'

interface QuoteCardProps {
  quote: QuoteView
  name: string
  laboratory: string
  /** Where "Choose patients" leads; without it, the sticky footer has the button. */
  addPath?: string
}

/** The whole price for one person, shown before login. */
export function QuoteCard({ quote, name, addPath, laboratory }: QuoteCardProps) {
  const { t, language } = useTexts()
  const { analysesTotal, companions, materials, optional, total, visit } = quote
  const money = (price: WireMoney) => formatMoney(fromWire(price), language)
  return (
    <Card stacked>
      <p className={styles.price}>
        <Money {...total} />
      </p>
      <p className="small muted">
        <OwnLanguage>{laboratory}</OwnLanguage>
      </p>
      <PriceLines
        small
        lines={[
          { key: 'analyses', label: <OwnLanguage>{name}</OwnLanguage>, amount: analysesTotal },
          ...companions.map(({ id, name: label, price }) => ({
            key: `with-${id}`,
            label: <OwnLanguage>{label}</OwnLanguage>,
            note: t('catalogue.offer.companion'),
            amount: price,
          })),
          ...materials.map((material) => ({
            key: material.id,
            label: <OwnLanguage>{material.name}</OwnLanguage>,
            note: t('catalogue.offer.oncePerVisit'),
            amount: material.price,
            kind: 'fee' as const,
          })),
          { key: 'total', label: t('catalogue.offer.forOne'), amount: total, kind: 'total' },
        ]}
      />
      {addPath && (
        <Link className={buttonClass({ look: 'accent', wide: true })} to={addPath}>
          <Icon name="plus" />
          {t('catalogue.offer.choosePatients')}
        </Link>
      )}
      {optional.map((material) => (
        <p key={material.id} className="small muted">
          <Sentence
            of="catalogue.offer.optional"
            values={{ price: money(material.price) }}
            names={{ name: material.name }}
          />
        </p>
      ))}
      {visit && (
        <p className="small muted">
          <Sentence
            of="catalogue.offer.visit"
            values={{ price: money(visit.price) }}
            names={{ city: visit.city }}
          />
        </p>
      )}
    </Card>
  )
}

/** The sticky footer: the whole price, the test's own, the visit, "Choose patients". On wide screens the card at the side shows the same. */
export function QuoteBar({ quote, addPath }: { quote: QuoteView; addPath: string }) {
  const { t } = useTexts()
  const { count, analysesTotal, companions, materials, total, visit } = quote
  const isMore = companions.length + materials.length > 0
  return (
    <StickyBar
      phoneOnly
      sum={<Money {...total} />}
      note={
        (isMore || visit) && (
          <>
            {isMore && (
              <>
                {t('shell.tests', { count })} <Money {...analysesTotal} />
                <br />
              </>
            )}
            {visit && (
              <>
                {t('catalogue.offer.andVisit')} <Money {...visit.price} />
              </>
            )}
          </>
        )
      }
    >
      <Link className={buttonClass({ look: 'accent' })} to={addPath}>
        {t('catalogue.offer.choosePatients')}
      </Link>
    </StickyBar>
  )
}

interface NotOfferedHereProps {
  laboratory: string
  /** Names of the included analyses that it does not offer. */
  missing?: readonly string[]
}

/** Another laboratory offers it; the shown one does not. */
export function NotOfferedHere({ laboratory, missing = [] }: NotOfferedHereProps) {
  const { t } = useTexts()
  const isChosen = Boolean(useShellData()?.laboratory)
  const { pathname, search } = useLocation()
  const query = new URLSearchParams({ pathnameToReturn: `${pathname}${search}` })
  return (
    <Card stacked>
      <Notice tone="warn" title={<Sentence of="catalogue.offer.notHere" names={{ laboratory }} />}>
        {missing.length > 0 && (
          <p>
            <Sentence of="catalogue.offer.missing" names={{ names: missing.join(', ') }} />
          </p>
        )}
        <p>{t('catalogue.offer.elsewhere')}</p>
      </Notice>
      {isChosen && (
        <Link className={buttonClass({ look: 'quiet', wide: true })} to={`${pathOf('laboratory')}?${query}`}>
          {t('shell.menu.selectLaboratory')}
        </Link>
      )}
    </Card>
  )
}
