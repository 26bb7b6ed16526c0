import { startTransition, useCallback, useState } from 'react'

/**
 * A part of a page that comes after the page: the part, once it is there, and what fetches it. Without a connection the
 * page goes on without it, and asks again with the connection.
 */
export function useLate<Part>(load: () => Promise<Part>): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<Part>()
  const fetchPart = useCallback(
    () =>
      void load().then(
        // In a transition: any other update of a page that React has not taken over whole takes what it lacks
        // off the page meanwhile.
        (loaded) => startTransition(() => setPart(() => loaded)),
        () => window.addEventListener('online', fetchPart, { once: true }),
      ),
    [load],
  )
  return [part, fetchPart]
}
