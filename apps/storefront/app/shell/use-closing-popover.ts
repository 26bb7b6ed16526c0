import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For a native popover. A navigation closes it; scripts that load while it is open do not. */
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
