import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For a native popover. A new place closes it; scripts that come while it is open do not. */
export function useClosingPopover(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    if (openedAt.current !== key) ref.current?.hidePopover?.()
    openedAt.current = key
  }, [key])
  return ref
}
