import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { loader } from './routes/search-suggestions.ts'
import { SearchBox } from './search-box.tsx'
import type { Suggestion } from './suggest.server.ts'
import styles from './suggesting-search-box.module.css'

/** Waits this long after a key before asking, so that a fast typist asks once. */
const PAUSE_MS = 100
const SHORTEST_TERM = 2

/**
 * The search field with suggestions below it: a combobox with a list, as the ARIA Authoring Practices have it. The
 * focus stays in the field; without scripts it is the plain form.
 */
export function SuggestingSearchBox({ onHero = false }: { onHero?: boolean }) {
  const { t } = useTexts()
  const id = useId()
  const navigate = useNavigate()
  const { load, data } = useFetcher<typeof loader>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  useEffect(() => () => clearTimeout(timer.current), [])
  const options = (isOpen && data) || []
  const isShown = options.length > 0
  const optionId = (index: number) => `${id}-${index}`

  function close() {
    clearTimeout(timer.current)
    setOpen(false)
    setActive(-1)
  }
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    close()
    const term = currentTarget.value.trim()
    if (term.length < SHORTEST_TERM) return
    timer.current = setTimeout(async () => {
      await load(`${pathOf('searchSuggestions')}?${new URLSearchParams({ searchNameTerm: term })}`)
      setOpen(true)
    }, PAUSE_MS)
  }
  function choose({ to }: Suggestion) {
    close()
    navigate(to)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = options[active]
    if (step && isShown) {
      // The field itself is one of the places that the arrows go through.
      setActive(((active + 1 + step + options.length + 1) % (options.length + 1)) - 1)
    } else if (event.key === 'Enter' && chosen) {
      choose(chosen)
    } else if (event.key === 'Escape' && isShown) {
      close()
    } else {
      return
    }
    event.preventDefault()
  }
  return (
    <div className={styles.box}>
      <SearchBox
        onHero={onHero}
        onSubmit={close}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={close}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={active >= 0 ? optionId(active) : undefined}
      />
      <p className="visually-hidden" role="status">
        {isOpen && data ? t('catalogue.search.suggestions.count', { count: data.length }) : ''}
      </p>
      {isShown && (
        <div
          className={styles.list}
          id={id}
          role="listbox"
          aria-label={t('catalogue.search.suggestions.label')}
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the field's
            <div
              key={`${option.kind} ${option.to}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // A press would take the focus from the field before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(option)}
            >
              <span className={styles.text}>
                {option.kind !== 'analysis' && (
                  <small className="muted">{t(`catalogue.search.suggestions.${option.kind}`)} </small>
                )}
                <OwnLanguage>{option.text}</OwnLanguage>
              </span>
              {option.price && <small>{option.price}</small>}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
