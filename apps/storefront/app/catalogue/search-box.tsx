import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search-box.module.css'

interface SearchBoxProps extends Omit<ComponentProps<'input'>, 'onSubmit' | 'children' | 'name' | 'type'> {
  /** On the dark hero. */
  onHero?: boolean
  /** In place of the button, and what lies over the box. */
  children?: ReactNode
  /** Further fields of the form. */
  fields?: ReactNode
  onSubmit?: () => void
}

/** The search field: a plain form that leads to the search page. */
export function SearchBox({ onHero = false, children, fields, onSubmit, ...input }: SearchBoxProps) {
  const { t } = useTexts()
  return (
    <Form
      method="get"
      action={pathOf('search')}
      role="search"
      onSubmit={onSubmit}
      className={onHero ? `${styles.search} ${styles.hero}` : styles.search}
    >
      <Icon name="search" />
      <input
        name="searchNameTerm"
        type="search"
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        aria-label={t('catalogue.search.label')}
        placeholder={t('catalogue.search.placeholder')}
        {...input}
      />
      {fields}
      {children ?? (
        <button type="submit" className={buttonClass({})} aria-label={t('catalogue.search.submit')}>
          <span className="only-wide">{t('catalogue.search.submit')}</span>
          <span className="only-phone">
            <Icon name="arrow-right" />
          </span>
        </button>
      )}
    </Form>
  )
}
