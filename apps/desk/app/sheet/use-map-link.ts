import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * The link that opens a house in the phone's own maps; flat and door stay here. Nothing is sent before it is pressed.
 * Apple's maps do not open `geo:` links.
 */
export function useMapLink(): (house: string) => string {
  const isApple = useSyncExternalStore(
    neverChanges,
    () => /iPhone|iPad|Macintosh/.test(navigator.userAgent),
    () => false,
  )
  const start = isApple ? 'https://maps.apple.com/?q=' : 'geo:0,0?q='
  return (house) => `${start}${encodeURIComponent(house)}`
}
