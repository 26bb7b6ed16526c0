import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageMeta } from '../../ui/page-meta.tsx'
import styles from '../article-page.module.css'
import { loadArticle } from '../load-article.server.ts'
import type { Route } from './+types/article'

export function loader({ context }: Route.LoaderArgs) {
  return loadArticle(context.get(shopContext))
}

/** A long article: contents at the side, one column of a readable width. */
export default function GettingReady({ loaderData }: Route.ComponentProps) {
  const { lead, sections } = loaderData
  const { t } = useTexts()
  const title = t('catalogue.article.title')
  return (
    <>
      <PageMeta
        title={title}
        description={lead}
        structured={{ '@type': 'Article', headline: title, description: lead }}
      />
      <PageHead title={title} windowTitle={null} lead={lead} />
      <div className="split split-rail">
        <nav className={styles.contents} aria-label={t('catalogue.article.contents')}>
          <h2>{t('catalogue.article.contents')}</h2>
          <ol>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.article}>
          {sections.map((section) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id}>{section.title}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {section.list.length > 0 && (
                <ul>
                  {section.list.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </article>
      </div>
    </>
  )
}
