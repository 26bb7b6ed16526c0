import { useCallback, useState } from 'react'

/**
 * A part of a page that comes after the page: the part, once it is there, and what fetches it. Without a connection the
 * page goes on without it, and whoever asks again tries again.
 */
export function useLate<Part>(load: () => Promise<Part>): [part: Part | undefined, fetchPart: () => void] {
  const [part, setPart] = useState<Part>()
  const fetchPart = useCallback(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => {},
    )
  }, [load])
  return [part, fetchPart]
}
