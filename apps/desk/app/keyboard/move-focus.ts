const FIELDS = 'input, textarea, select, [contenteditable]'

/** Whether a key belongs to what is typed there. Boxes that are checked take no text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(FIELDS) && !target.matches('[type="checkbox"], [type="radio"]')

/**
 * The next row's link of the screen's list, or the one before. Arrows move while a row has the focus; J and K begin at the first
 * row, where single keys are wanted.
 */
export function moveFocus(page: Document, key: string, hasSingleKeys: boolean): boolean {
  const direction = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key]
  if (!direction) return false
  const rows = [...page.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.indexOf(page.activeElement as HTMLElement)
  const isLetter = key.length === 1
  if (at < 0 && !(isLetter && hasSingleKeys)) return false
  rows[at < 0 ? 0 : at + direction]?.focus()
  return rows.length > 0
}
