import { type KeyboardEvent, type RefObject, useEffect } from 'react'

/** Ctrl+K or ⌘K leads to the field that finds. A single letter would be pressed by mistake, and by voices that dictate. */
export function useFindKey(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [field])
}

/** In a list, `j` or ↓ leads to the next row's link and `k` or ↑ to the one before: only while one of them has the focus. */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const direction = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(event.target as HTMLElement)
  if (!direction || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  rows[at + direction]?.focus()
}
