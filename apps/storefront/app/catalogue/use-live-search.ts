import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { callPath } from '../platform/navigation/navigation.ts'
import { type SearchQuery, searchAddress } from './search-query.ts'

/** Waits this long after a key before asking, so that a fast typist asks once. */
const PAUSE_MS = 180

/**
 * Searches while typing and walks through the results with the arrow keys. The router drops an answer that a
 * newer question has overtaken.
 */
export function useLiveSearch(query: SearchQuery) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Back and forward change the address under the field; what is being typed is left alone.
    const field = input.current
    if (field && document.activeElement !== field) field.value = query.term
  }, [query.term])

  function search(term: string) {
    navigate(searchAddress(query, { term, category: undefined }), { replace: true, preventScrollReset: true })
  }
  function onChange({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const term = currentTarget.value.trim()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(term), PAUSE_MS)
  }
  function clear() {
    clearTimeout(timer.current)
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    search('')
  }
  const stop = () => clearTimeout(timer.current)
  return {
    input,
    onChange,
    clear,
    stop,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => walk(event, input.current),
  }
}

/** Down and up go from the field through the results, Esc back to the field; while suggestions are open, the keys are theirs. */
function walk(event: KeyboardEvent<HTMLElement>, field: HTMLInputElement | null): void {
  if (event.defaultPrevented) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const results = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-walk]')]
  const place = results.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Escape' && place >= 0) field?.focus()
  if (!step || (place < 0 && (document.activeElement !== field || step < 0))) return
  event.preventDefault()
  const next = results[place + step] ?? (step < 0 ? field : undefined)
  next?.focus()
}

/** What stands without an answer for so long was meant; the first letters of it were not. */
const MEANT_AFTER_MS = 1_500

/** Lets the shop count what was searched for in vain. Nothing depends on it. */
export function useTellUnanswered(searchNameTerm: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ searchNameTerm })
      fetch(callPath('api/search/unanswered'), { method: 'POST', headers, body }).catch(() => {})
    }, MEANT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [searchNameTerm])
}
