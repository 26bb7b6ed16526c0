import { pageNumber } from '../../platform/navigation/navigation.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { OwnLanguage } from '../../platform/texts/own-language.tsx'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { AnalysisList } from '../analysis-list.tsx'
import { CategoryNav } from '../category-nav.tsx'
import { categoryAddress, type GroupStart } from '../category-page.ts'
import { type CategoryView, loadCategory } from '../load-category.server.ts'
import { PageLinks } from '../page-links.tsx'
import { ProfileCards, VisitDay } from '../profile-cards.tsx'
import type { Route } from './+types/categories'

export function loader({ context, params, url }: Route.LoaderArgs) {
  const page = pageNumber(url.searchParams)
  return loadCategory({ shop: context.get(shopContext), slug: params.categorySlug, page })
}

/** A category with its groups, page by page; the other categories at the side. */
export default function Categories({ loaderData: view }: Route.ComponentProps) {
  const { slug, name, about, count, visitDay, sections, groups, page, profiles, categories } = view
  const { t } = useTexts()
  const nameOf = (group: { slug: string; name: string }) =>
    group.slug === slug ? t('catalogue.others') : group.name
  return (
    <>
      <PageMeta
        title={page > 1 ? t('catalogue.pages.title', { name, page }) : name}
        description={about ?? t('catalogue.categoryDescription', { name, count })}
      />
      <div className="split split-rail">
        <section className="only-wide" aria-labelledby="categories">
          <SectionHead id="categories" title={t('catalogue.categories')} />
          <CategoryNav categories={categories} labelledBy="categories" current={slug} />
        </section>
        <div className="sections">
          <PageHead
            title={<OwnLanguage>{name}</OwnLanguage>}
            windowTitle={null}
            above={t('shell.tests', { count })}
            lead={about}
          >
            <p>
              <VisitDay day={visitDay} />
            </p>
            {groups.length > 1 && (
              <nav className="chips" aria-label={t('catalogue.groups')}>
                {groups.map((group) => (
                  <a key={group.slug} href={startOf(group, view)} className="chip">
                    <OwnLanguage>{nameOf(group)}</OwnLanguage> <span>{group.count}</span>
                  </a>
                ))}
              </nav>
            )}
          </PageHead>
          {sections.map((section) => (
            <section key={section.slug} aria-labelledby={section.slug}>
              {groups.length > 1 && (
                <SectionHead id={section.slug} title={<OwnLanguage>{nameOf(section)}</OwnLanguage>} />
              )}
              <AnalysisList rows={section.rows} returnTo={categoryAddress(slug, page)} />
            </section>
          ))}
          <PageLinks {...view} />
          {page === 1 && profiles.length > 0 && (
            <section aria-labelledby="profiles">
              <SectionHead id="profiles" title={t('catalogue.search.profiles')} />
              <ProfileCards profiles={profiles} columns={3} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}

/** An anchor on this page, or on the page where the group begins. */
const startOf = (group: GroupStart, { slug, page }: CategoryView) =>
  `${group.page === page ? '' : categoryAddress(slug, group.page)}#${group.slug}`
