import { Link } from 'react-router'
import { useTexts } from '../platform/texts/use-texts.ts'
import { ButtonLink } from '../ui/button.tsx'
import { categoryAddress, pagesAround } from './category-page.ts'
import type { CategoryView } from './load-category.server.ts'
import styles from './page-links.module.css'

/** Links to the other pages of a category, which search engines also follow. */
export function PageLinks({ slug, page, pageCount }: Pick<CategoryView, 'slug' | 'page' | 'pageCount'>) {
  const { t } = useTexts()
  if (pageCount === 1) return null
  return (
    <nav className={styles.pages} aria-label={t('catalogue.pages.label')}>
      {page > 1 && (
        <ButtonLink look="quiet" to={categoryAddress(slug, page - 1)} rel="prev">
          {t('catalogue.pages.previous')}
        </ButtonLink>
      )}
      <ol className={styles.numbers}>
        {pagesAround(page, pageCount).map((number, index) => (
          <li key={number ?? `gap ${index}`}>
            {number === null ? (
              '…'
            ) : (
              <Link
                to={categoryAddress(slug, number)}
                className={styles.number}
                aria-label={t('catalogue.pages.page', { page: number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <ButtonLink look="quiet" to={categoryAddress(slug, page + 1)} rel="next">
          {t('catalogue.pages.next')}
        </ButtonLink>
      )}
    </nav>
  )
}
