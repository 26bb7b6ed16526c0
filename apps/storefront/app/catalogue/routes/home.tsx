import { formatMoney, fromWire, type WireMoney } from '@shop/domain/money'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { FreeTime } from '../../laboratories/next-free.server.ts'
import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useShellData } from '../../platform/shell-data.ts'
import { OwnLanguage, Sentence } from '../../platform/texts/own-language.tsx'
import { usePartner, useTexts } from '../../platform/texts/use-texts.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Drawing } from '../../ui/drawing.tsx'
import { Flag } from '../../ui/flag.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { RangeBar } from '../../ui/range-bar.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { CategoryNav } from '../category-nav.tsx'
import type { Fees } from '../fees.server.ts'
import feesNoteStyles from '../fees-note.module.css'
import guestStartStyles from '../guest-start.module.css'
import styles from '../home-page.module.css'
import { type HomeView, loadHome } from '../load-home.server.ts'
import { ProfileCards, VisitDay } from '../profile-cards.tsx'
import { SearchField } from '../search-field.tsx'
import type { Route } from './+types/home'

// Not needed for guests.
const FamilyStart = lazy(() => import('../family-start.tsx'))

export function loader({ context }: Route.LoaderArgs): Promise<HomeView> {
  return loadHome({ shop: context.get(shopContext) })
}

/** The start page: search first, then what most people come for. */
export default function Home({ loaderData: home }: Route.ComponentProps) {
  const { t } = useTexts()
  const partner = usePartner()
  return (
    <>
      <PageMeta
        title={t('catalogue.home.windowTitle')}
        description={t('catalogue.home.description')}
        structured={{ '@type': 'MedicalOrganization', name: partner.name, description: partner.about }}
      />
      <Hero {...home} />
      <div className="sections" data-after-hero>
        {home.family && (
          <Suspense>
            <FamilyStart family={home.family} newest={home.newest} part="below" />
          </Suspense>
        )}
        {home.family && <Reasons />}
        <FreeTimes times={home.freeTimes} />
        <div className="split split-rail">
          <section aria-labelledby="categories">
            <SectionHead id="categories" title={t('catalogue.categories')} />
            <CategoryNav categories={home.categories} labelledBy="categories" />
            <Link className="hit" to={pathOf('search')}>
              {t('catalogue.allCategories', { count: home.categoryCount })}
            </Link>
          </section>
          <section aria-labelledby="popular">
            <SectionHead id="popular" title={t('catalogue.home.popular')}>
              <VisitDay day={home.visitDay} />
            </SectionHead>
            <AnalysisList rows={home.popular} returnTo="/" />
            <FeesNote fees={home.fees} analysisCount={home.analysisCount} />
          </section>
        </div>
        {!home.family && <Trust />}
        <section aria-labelledby="profiles">
          <SectionHead id="profiles" title={t('catalogue.profiles.title')}>
            <Link className="hit" to={pathOf('profiles')}>
              {t('catalogue.profiles.all', { count: home.profileCount })}
            </Link>
          </SectionHead>
          <ProfileCards profiles={home.profiles} />
        </section>
        {!home.family && <HowItWorks />}
        <Card as="section" aria-labelledby="prepare">
          <div className={styles.article}>
            <div>
              <h2 id="prepare">{t('catalogue.article.title')}</h2>
              <p className="muted">{t('catalogue.home.articleText')}</p>
            </div>
            <Link className={buttonClass({ look: 'quiet' })} to={pathOf('article')}>
              {t('catalogue.home.readArticle')}
            </Link>
          </div>
        </Card>
      </div>
    </>
  )
}

function Hero({ laboratoryLabel, family, newest, example }: HomeView) {
  const { t } = useTexts()
  const isChosen = Boolean(useShellData()?.laboratory)
  const tries = ([1, 2, 3, 4, 5] as const).map((number) => t(`catalogue.home.tries.${number}`))
  const isUnderWay = family !== null && (family.visit ?? family.order ?? family.urgent) !== null
  return (
    <div className={styles.hero} data-bleed>
      <div className={classNames('wrap', styles.heroInside, isUnderWay && styles.underWay)}>
        {isUnderWay && (
          <Suspense>
            <FamilyStart family={family} part="hero" />
          </Suspense>
        )}
        <div className={styles.ask}>
          <h1>{t('catalogue.home.title')}</h1>
          <SearchField look="hero" />
          {/* Customers with something under way or with results see those first. */}
          {!family && <Reasons />}
          <div className="row row-wrap between">
            <p className={styles.tries}>
              {tries.map((term) => (
                <Link key={term} to={searchFor(term)}>
                  {term}
                </Link>
              ))}
            </p>
            {isChosen && (
              <Link className={styles.laboratory} to={pathOf('laboratory')}>
                <Icon name="map-pin" size="s" />
                <span>
                  {t('catalogue.pricesFor')}{' '}
                  <b>
                    <OwnLanguage>{laboratoryLabel}</OwnLanguage>
                  </b>
                </span>
              </Link>
            )}
          </div>
        </div>
        {family && newest ? (
          <Suspense>
            <FamilyStart family={family} part="hero" newest={newest} />
          </Suspense>
        ) : (
          !isUnderWay && <ExampleResult example={example} />
        )}
      </div>
    </div>
  )
}

const searchFor = (term: string) => `${pathOf('search')}?${new URLSearchParams({ searchNameTerm: term })}`

function HowItWorks() {
  const { t } = useTexts()
  return (
    <section aria-labelledby="how">
      <SectionHead id="how" title={t('catalogue.home.how.title')} />
      <ol className={styles.steps}>
        {(['choose', 'visit', 'read'] as const).map((step) => (
          <li key={step}>
            <h3>{t(`catalogue.home.how.${step}.title`)}</h3>
            <p className="muted">{t(`catalogue.home.how.${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Fees on their own lines, shown before login. */
function FeesNote({ fees, analysisCount }: { fees: Fees; analysisCount: number }) {
  const { t, language } = useTexts()
  const { sampling, visit } = fees
  const money = (price: WireMoney) => formatMoney(fromWire(price), language)
  return (
    <p className={`small muted ${feesNoteStyles.note}`}>
      {sampling && (
        <>
          <Sentence
            of="catalogue.fees.sampling"
            values={{ price: money(sampling.price) }}
            names={{ name: sampling.name }}
          />{' '}
        </>
      )}
      {visit && (
        <>
          <Sentence
            of="catalogue.fees.visit"
            values={{ price: money(visit.price) }}
            names={{ city: visit.city }}
          />{' '}
        </>
      )}
      <Link className="nowrap" to={pathOf('search')}>
        {t('catalogue.allAnalyses', { count: analysisCount })}
      </Link>
    </p>
  )
}

/** How a result explains itself, with an example that is marked as one. */
function ExampleResult({ example }: Pick<HomeView, 'example'>) {
  const { t } = useTexts()
  const { value, unit, low, high, position, distance, on } = example
  return (
    <section className={guestStartStyles.example} aria-labelledby="example">
      <p className={guestStartStyles.exampleHead}>
        <b id="example">{t('catalogue.home.example.title')}</b>
        <Flag shape="low">{t('results.word.low')}</Flag>
      </p>
      <p className={guestStartStyles.value}>
        {value} <small>{unit}</small>
      </p>
      <RangeBar position={position} shape="low" size="l" />
      <p className={guestStartStyles.ends}>
        <span>{low}</span>
        <span>{high}</span>
      </p>
      <p className="small muted">{t('catalogue.home.example.text', { distance, date: on })}</p>
    </section>
  )
}

/** The earliest times for a test, at home and at a branch. */
function FreeTimes({ times }: { times: readonly FreeTime[] }) {
  const { t } = useTexts()
  if (times.length === 0) return null
  return (
    <ul className={guestStartStyles.times} aria-label={t('laboratories.nextFree')}>
      {times.map(({ laboratoryId, label, comesHome, at }) => (
        <li key={laboratoryId}>
          <Link className={guestStartStyles.time} to={pathOf('branch', { laboratoryId })}>
            <span className={guestStartStyles.timeWords}>
              <span>{t(`catalogue.home.free.${comesHome ? 'home' : 'branch'}`)}</span>
              <b className="capital">{at}</b>
              <span className="small muted">
                <OwnLanguage>{label}</OwnLanguage>
              </span>
            </span>
            <Drawing name={comesHome ? 'nurse' : 'branch'} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const REASONS = [1, 2, 3, 4, 5, 6] as const

/** The most common reasons to come; each links to a search, which answers with what is tested first. */
function Reasons() {
  const { t } = useTexts()
  return (
    <nav className={guestStartStyles.reasons} aria-labelledby="reasons">
      <h2 id="reasons">{t('catalogue.home.reasons.title')}</h2>
      {REASONS.map((number) => {
        const name = t(`catalogue.home.reasons.${number}`)
        return (
          <Link key={number} to={searchFor(name)}>
            {name}
          </Link>
        )
      })}
    </nav>
  )
}

const QUESTIONS = ['food', 'when', 'who'] as const

/** Who takes the blood and with what licence, and what people ask first. */
function Trust() {
  const { t } = useTexts()
  const partner = usePartner()
  return (
    <div className={guestStartStyles.trust}>
      <section aria-labelledby="nurse" className={guestStartStyles.nurse}>
        <Drawing name="plaster" />
        <div>
          <h2 id="nurse">{t('catalogue.home.nurse.title')}</h2>
          <p className="muted">{t('catalogue.home.nurse.text')}</p>
          <p className="small muted">
            {partner.company}: {partner.quality}.
          </p>
        </div>
      </section>
      <section aria-labelledby="questions">
        <h2 id="questions">{t('catalogue.home.questions.title')}</h2>
        {QUESTIONS.map((question) => (
          <details key={question} className={guestStartStyles.question}>
            <summary>{t(`catalogue.home.questions.${question}.ask`)}</summary>
            <p className="muted">{t(`catalogue.home.questions.${question}.answer`)}</p>
          </details>
        ))}
      </section>
    </div>
  )
}
