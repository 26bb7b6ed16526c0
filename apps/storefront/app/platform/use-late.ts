import { startTransition, useCallback, useState } from 'react'

/**
 * A part of a page that loads after the page: returns the part, once it is there, and a function that fetches it.
 * Without a connection the page goes on without it, and tries again when the connection is back.
 */
export function useLate<Part>(load: () => Promise<Part>): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<Part>()
  const fetchPart = useCallback(
    () =>
      void load().then(
        // In a transition: before React has hydrated the page completely, any other update would remove what is not
        // hydrated yet from the page.
        (loaded) => startTransition(() => setPart(() => loaded)),
        () => window.addEventListener('online', fetchPart, { once: true }),
      ),
    [load],
  )
  return [part, fetchPart]
}
