import { type ChangeEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { callPath } from '../platform/navigation/navigation.ts'
import { type SearchQuery, searchAddress } from './search-query.ts'

/** Delay after a keystroke before searching, so that a fast typist causes one request. */
const PAUSE_MS = 180

/**
 * Searches while the visitor types and moves through the results with the arrow keys. The router drops an
 * answer that a newer search has overtaken.
 */
export function useLiveSearch(query: SearchQuery) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    // Back and forward change the address while the field stays; a field being typed in is left alone.
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

/**
 * Up and Down move between the field and the results, Esc returns to the field; open suggestions take the keys first.
 */
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

/** A term that stays unanswered this long was meant; its first letters were not. */
const MEANT_AFTER_MS = 1_500

/** Lets the shop count searches without results. Nothing depends on it. */
export function useReportUnanswered(searchNameTerm: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ searchNameTerm })
      fetch(callPath('api/search/unanswered'), { method: 'POST', headers, body }).catch(() => {})
    }, MEANT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [searchNameTerm])
}
