const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key belongs to what is typed there. Boxes that are checked take no text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(FIELDS) && !target.matches('[type="checkbox"], [type="radio"]')

/** Whether ↓ leads out of what is typed, into the list: past the heads by which it can be ordered. */
export const leavesSearch = (target: EventTarget | null, key: string): boolean =>
  key === 'ArrowDown' && target instanceof Element && target.matches('main input[type="search"]')

/**
 * The next row's link of the screen's list, or the one before. Arrows move while a row has the focus, ↓ begins below a field that
 * finds; J and K begin at the first row, where single keys are wanted.
 */
export function moveFocus(page: Document, key: string, hasSingleKeys: boolean): boolean {
  const direction = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
  if (!direction) return false
  const rows = [...page.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.indexOf(page.activeElement as HTMLElement)
  const begins = (key.length === 1 && hasSingleKeys) || leavesSearch(page.activeElement, key)
  if (at < 0 && !begins) return false
  rows[at < 0 ? 0 : at + direction]?.focus()
  return rows.length > 0
}
