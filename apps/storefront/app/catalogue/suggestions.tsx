import { SHORTEST_SEARCH_TERM } from '@shop/contract/input-lengths'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pathOf } from '../platform/navigation/navigation.ts'
import { OwnLanguage } from '../platform/texts/own-language.tsx'
import { useTexts } from '../platform/texts/use-texts.ts'
import type { Suggestion } from './load-suggestions.server.ts'
import styles from './suggestions.module.css'

/** Delay after a keystroke before asking, so that a fast typist causes one request. */
const PAUSE_MS = 100

interface SuggestionsProps {
  /** The field that the suggestions belong to; it keeps the focus. */
  field: HTMLInputElement
  /** Something was typed before this component loaded. */
  isTyped: RefObject<boolean>
  onLeave?: (() => void) | undefined
}

/**
 * Suggestions below a search field: a combobox with a list, following the ARIA Authoring Practices. Loaded
 * after the field, it turns it into a combobox with its own listeners and attributes.
 */
export function Suggestions({ field, isTyped, onLeave }: SuggestionsProps) {
  const { t } = useTexts()
  const id = useId()
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef<AbortController>(undefined)
  const [answer, setAnswer] = useState<{ term: string; options: Suggestion[] }>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = answer?.options ?? []
  const isShown = isOpen && options.length > 0
  const optionId = (index: number) => `${id}-${index}`

  function stop() {
    clearTimeout(timer.current)
    asked.current?.abort()
  }
  function close() {
    stop()
    setOpen(false)
    setActive(-1)
  }
  /** After a search the arrow keys belong to the page again. */
  function forget() {
    close()
    setAnswer(undefined)
  }
  async function ask(term: string) {
    asked.current = new AbortController()
    const { signal } = asked.current
    const query = new URLSearchParams({ searchNameTerm: term })
    try {
      const response = await fetch(`${pathOf('searchSuggestions')}?${query}`, { signal })
      if (!response.ok) throw new Error(response.statusText)
      const found: Suggestion[] = await response.json()
      signal.throwIfAborted()
      setAnswer({ term, options: found })
      setActive(-1)
      setOpen(true)
    } catch {
      // The plain form still works.
      if (!signal.aborted) forget()
    }
  }
  function onInput() {
    stop()
    setActive(-1)
    const term = field.value.trim()
    if (term.length < SHORTEST_SEARCH_TERM) forget()
    else timer.current = setTimeout(ask, PAUSE_MS, term)
  }
  function choose({ to }: Suggestion) {
    forget()
    onLeave?.()
    navigate(to)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    const { key } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    const chosen = options[active]
    if (step) {
      if (options.length === 0 || !(isShown || answer?.term === field.value.trim())) return
      setOpen(true)
      // The field itself is one of the positions that the arrow keys cycle through.
      const places = options.length + 1
      setActive(((active + 1 + step + places) % places) - 1)
    } else if (key === 'Enter') {
      if (!chosen) return forget()
      choose(chosen)
    } else if (key === 'Escape' && isShown) {
      close()
    } else {
      // Moves along the line return to the typed text.
      if (['Home', 'End', 'ArrowLeft', 'ArrowRight'].includes(key)) setActive(-1)
      return
    }
    event.preventDefault()
  }

  useEffect(() => {
    field.addEventListener('input', onInput)
    field.addEventListener('keydown', onKeyDown)
    field.addEventListener('blur', close)
    return () => {
      field.removeEventListener('input', onInput)
      field.removeEventListener('keydown', onKeyDown)
      field.removeEventListener('blur', close)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before this component loaded
  useEffect(() => {
    if (isTyped.current) onInput()
    return stop
  }, [])
  useEffect(() => {
    const set = (name: string, value: string | false) =>
      value ? field.setAttribute(name, value) : field.removeAttribute(name)
    set('aria-expanded', String(isShown))
    set('aria-controls', isShown && id)
    set('aria-activedescendant', active >= 0 && optionId(active))
  })
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])
  return (
    <>
      <p className="visually-hidden" role="status">
        {isOpen ? t('catalogue.search.suggestions.count', { count: options.length }) : ''}
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
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
            <div
              key={`${option.kind} ${option.to}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Mouse down would take the focus from the field before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => choose(option)}
            >
              <span className={styles.text}>
                <OwnLanguage>{option.text}</OwnLanguage>
              </span>
              {option.kind !== 'analysis' && (
                <small>{t(`catalogue.search.suggestions.${option.kind}`)}</small>
              )}
              {option.price && <small>{option.price}</small>}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
