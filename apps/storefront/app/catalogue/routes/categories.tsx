import { pathOf } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { CategoryNav } from '../category-nav.tsx'
import styles from '../category-page.module.css'
import { type CategoryView, loadCategory } from '../load-category.server.ts'
import { ProfileCards } from '../profile-cards.tsx'
import { SuggestingSearchBox } from '../suggesting-search-box.tsx'
import { VisitDay } from '../visit-day.tsx'
import type { Route } from './+types/categories'

export function loader({ context, params }: Route.LoaderArgs) {
  return loadCategory({ shop: context.get(shopContext), slug: params.categorySlug })
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  return <CategoryPage {...loaderData} />
}

/** A category with its groups; the other categories at the side. */
function CategoryPage({ slug, name, about, count, visitDay, sections, profiles, categories }: CategoryView) {
  const { t } = useTexts()
  return (
    <>
      <PageMeta title={name} description={about ?? t('catalogue.categoryDescription', { name, count })} />
      <div className="split split-rail">
        <section className="only-wide" aria-labelledby="categories">
          <SectionHead id="categories" title={t('catalogue.categories')} />
          <CategoryNav categories={categories} labelledBy="categories" current={slug} />
        </section>
        <div className="sections">
          <SuggestingSearchBox />
          <PageHead
            title={<OwnLanguage>{name}</OwnLanguage>}
            windowTitle={null}
            above={t('shell.tests', { count })}
            lead={about}
          >
            <p>
              <VisitDay day={visitDay} />
            </p>
            {sections.length > 1 && (
              <nav className={styles.chips} aria-label={t('catalogue.groups')}>
                {sections.map((section) => (
                  <a key={section.slug} href={`#${section.slug}`} className={styles.chip}>
                    <OwnLanguage>{section.slug === slug ? t('catalogue.others') : section.name}</OwnLanguage>{' '}
                    <span>{section.rows.length}</span>
                  </a>
                ))}
              </nav>
            )}
          </PageHead>
          {profiles.length > 0 && (
            <section aria-labelledby="profiles">
              <SectionHead id="profiles" title={t('catalogue.search.profiles')} />
              <ProfileCards profiles={profiles} columns={3} />
            </section>
          )}
          {sections.map((section) => (
            <section key={section.slug} aria-labelledby={section.slug}>
              {sections.length > 1 && (
                <SectionHead
                  id={section.slug}
                  title={
                    <OwnLanguage>{section.slug === slug ? t('catalogue.others') : section.name}</OwnLanguage>
                  }
                />
              )}
              <AnalysisList rows={section.rows} returnTo={pathOf('categories', { categorySlug: slug })} />
            </section>
          ))}
        </div>
      </div>
    </>
  )
}
