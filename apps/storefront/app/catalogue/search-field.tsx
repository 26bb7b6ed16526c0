import { LONGEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { useTexts } from '../platform/texts/use-texts.ts'
import { useLate } from '../platform/use-late.ts'
import { buttonClass } from '../ui/button-class.ts'
import { Icon } from '../ui/icon.tsx'
import styles from './search-field.module.css'

const loadSuggestions = async () => (await import('./suggestions.tsx')).Suggestions

interface SearchFieldProps extends Pick<ComponentProps<'input'>, 'defaultValue' | 'onChange'> {
  /** On the dark hero, or in a narrow menu. */
  look?: 'hero' | 'menu'
  /** Replaces the button; may also hold what is laid over the box. */
  children?: ReactNode
  /** Additional form fields. */
  fields?: ReactNode
  /** Called when the term is submitted or a suggestion is chosen. */
  onLeave?: () => void
  ref?: RefObject<HTMLInputElement | null>
}

/**
 * The shop's search field, wherever one appears: a plain form that leads to the search page; with scripts, a
 * combobox whose list is fetched on first focus.
 */
export function SearchField({ look, children, fields, onLeave, ref, ...input }: SearchFieldProps) {
  const { t } = useTexts()
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  /** Something was typed before the list loaded, and not submitted. */
  const isTyped = useRef(false)
  const [hasScripts, setScripts] = useState(false)
  const [Suggestions, fetchSuggestions] = useLate(loadSuggestions)
  useEffect(() => {
    setScripts(true)
    const { current } = field
    if (document.activeElement !== current) return
    isTyped.current = current?.value !== current?.defaultValue
    fetchSuggestions()
  }, [field, fetchSuggestions])
  return (
    <div className={styles.place}>
      <Form
        method="get"
        action={pathOf('search')}
        role="search"
        onSubmit={() => {
          isTyped.current = false
          onLeave?.()
        }}
        className={look ? `${styles.search} ${styles[look]}` : styles.search}
      >
        <Icon name="search" />
        <input
          ref={field}
          name="searchNameTerm"
          type="search"
          maxLength={LONGEST_SEARCH_TERM}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={t('catalogue.search.label')}
          placeholder={t('catalogue.search.placeholder')}
          onFocus={fetchSuggestions}
          onInput={() => {
            isTyped.current = true
          }}
          {...(hasScripts && { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': false })}
          {...input}
        />
        {fields}
        {children ?? (
          <button type="submit" className={buttonClass({})} aria-label={t('catalogue.search.submit')}>
            {look !== 'menu' && <span className="only-wide">{t('catalogue.search.submit')}</span>}
            <span className={look === 'menu' ? undefined : 'only-phone'}>
              <Icon name="arrow-right" />
            </span>
          </button>
        )}
      </Form>
      {Suggestions && <Suggestions field={field.current!} isTyped={isTyped} onLeave={onLeave} />}
    </div>
  )
}
