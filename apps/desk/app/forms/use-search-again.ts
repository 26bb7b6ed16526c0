import { type RefObject, useEffect } from 'react'
import { useLocation, useOutletContext, useSubmit } from 'react-router'

/** The last search, and its place in this page's history; it is in no address and no storage. */
export type LastSearch = RefObject<{ key: string; text: string } | null>

/** Returning to the results of a text repeats the search, so they are shown as they are now. */
export function useSearchAgain(text: string | undefined): void {
  const lastSearch = useOutletContext<LastSearch>()
  const { key } = useLocation()
  const submit = useSubmit()
  useEffect(() => {
    if (text) lastSearch.current = { key, text }
    else if (lastSearch.current?.key === key) {
      void submit({ text: lastSearch.current.text }, { method: 'post', replace: true })
      lastSearch.current = null
    }
  }, [text, key, lastSearch, submit])
}
