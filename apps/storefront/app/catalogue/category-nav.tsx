import { Link } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './category-nav.module.css'
import type { CategoryLink } from './category-tree.ts'

interface CategoryNavProps {
  categories: readonly CategoryLink[]
  labelledBy: string
  /** Slug of the page shown. */
  current?: string
}

/** The named categories with their icons: cards on a phone, a list at the side on a wide screen. */
export function CategoryNav({ categories, labelledBy, current }: CategoryNavProps) {
  const { t } = useTexts()
  return (
    <nav className={styles.cats} aria-labelledby={labelledBy}>
      {categories.map(({ slug, icon, name, count, briefly }) => (
        <Link
          key={slug}
          className={styles.cat}
          to={pathOf('categories', { categorySlug: slug })}
          aria-current={slug === current ? 'page' : undefined}
        >
          <Icon name={icon} size="l" className={styles.drawing} />
          <span>
            <OwnLanguage>{name}</OwnLanguage>
            {briefly && <small>{briefly}</small>}
            <small>{t('shell.tests', { count })}</small>
          </span>
        </Link>
      ))}
    </nav>
  )
}
