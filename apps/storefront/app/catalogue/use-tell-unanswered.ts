import { useEffect } from 'react'

/** What stands without an answer for so long was meant; the first letters of it were not. */
const MEANT_AFTER_MS = 1_500

/** Lets the shop count what was searched for in vain. Nothing depends on it. */
export function useTellUnanswered(searchNameTerm: string): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ searchNameTerm })
      fetch('/api/search/unanswered', { method: 'POST', headers, body }).catch(() => {})
    }, MEANT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [searchNameTerm])
}
