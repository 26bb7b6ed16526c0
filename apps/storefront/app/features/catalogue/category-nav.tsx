import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/icon.tsx'
import { Kept } from '../../kept-markup.tsx'
import styles from './category-nav.module.css'
import type { CategoryLink } from './category-pages.ts'

interface CategoryNavProps {
  categories: readonly CategoryLink[]
  labelledBy: string
  /** Slug of the page that is shown. */
  current?: string
}

/** The six categories with their drawings: cards on a phone, a list at the side on a wide screen. */
export function CategoryNav({ categories, labelledBy, current }: CategoryNavProps) {
  const { t } = useTranslation()
  const partOf = (category: CategoryLink) => {
    const { slug, name, count } = category
    const isCurrent = slug === current
    const element = () => (
      <a
        key={slug}
        className={styles.cat}
        href={`/categories/${slug}`}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={`category-${slug}`} size="l" className={styles.drawing} />
        <span>
          {name}
          <small>{t('shell.tests', { count })}</small>
        </span>
      </a>
    )
    return { of: category, variant: isCurrent ? 'current' : '', element }
  }
  return <Kept as="nav" className={styles.cats} aria-labelledby={labelledBy} parts={categories.map(partOf)} />
}
