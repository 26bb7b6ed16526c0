import type { Page } from '@playwright/test'

/**
 * Texts that are in another language than the page says of them, as far as letters can tell: Cyrillic in English and Polish, the
 * letters that only Russian or only Belarusian has, a run of Latin words among Cyrillic. `names`: what people are called, and what they have typed, which is in no language.
 */
export function foreignTexts(page: Page, names: readonly string[] = []): Promise<string[]> {
  return page.evaluate((people) => {
    const isForeign: Record<string, (text: string) => boolean> = {
      en: (text) => /\p{Script=Cyrillic}/u.test(text),
      pl: (text) => /\p{Script=Cyrillic}/u.test(text),
      ru: (text) => /[ўі]/i.test(text) || /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text),
      be: (text) => /[ищъ]/i.test(text) || /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text),
    }
    const found = new Set<string>()
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, template, noscript, [aria-hidden="true"]')) continue
      const text = people.reduce((rest, name) => rest.replaceAll(name, ''), node.nodeValue ?? '').trim()
      const language = parent.closest('[lang]')?.getAttribute('lang') ?? ''
      if (isForeign[language]?.(text)) {
        const place = `${parent.tagName.toLowerCase()}.${parent.className || parent.parentElement?.className}`
        found.add(`${language}: ${text.slice(0, 80)} (${place})`)
      }
    }
    return [...found]
  }, names)
}

/** WCAG 1.4.12: what a reader may set. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** What is wider than the window, unless it scrolls in a frame of its own or is out of sight on purpose. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isScrolled = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    const room = document.documentElement.clientWidth
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > room + 1)
      .filter((element) => !element.closest('.visually-hidden, [popover]') && !isScrolled(element))
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`)
      .slice(0, 3)
  })
}

export const NARROWEST = { width: 320, height: 640 }

/** What is too wide on a page as narrow as WCAG 1.4.10 asks for, with the text spacing of 1.4.12. */
export async function tooWideWhenNarrow(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROWEST)
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets.push(sheet)
  }, TEXT_SPACING)
  const found = await tooWide(page)
  await page.evaluate(() => document.adoptedStyleSheets.pop())
  return found
}

const MOST_TABS = 150

/** Presses Tab through the page. Answers what has the focus without a ring around it, and what has one ring inside another. */
export async function wrongRings(page: Page): Promise<string[]> {
  const wrong = new Set<string>()
  await page.evaluate(() => {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement) activeElement.blur()
  })
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const { fault, isOver } = await page.evaluate(ringsOfFocus)
    if (fault) wrong.add(fault)
    if (isOver) break
  }
  return [...wrong]
}

function ringsOfFocus(): { fault: string | null; isOver: boolean } {
  const active = document.activeElement
  const state = window as { firstOfFocus?: Element }
  if (!active || active === document.body || active === state.firstOfFocus)
    return { fault: null, isOver: true }
  state.firstOfFocus ??= active
  // Focused by a script, not by Tab: a heading, a dialog.
  if (active.getAttribute('tabindex') === '-1') return { fault: null, isOver: false }
  const hasRing = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, content, opacity } = getComputedStyle(element, pseudo)
    if (opacity === '0' || (pseudo && content === 'none')) return false
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  }
  // A ring is drawn around what has the focus, a part of it, what stands around it, or a neighbour of one of those.
  const near = new Set([active, ...active.querySelectorAll('*')])
  for (
    let around: Element | null = active;
    around && around !== document.body;
    around = around.parentElement
  ) {
    near.add(around)
    for (const neighbour of around.parentElement?.children ?? []) near.add(neighbour)
  }
  const rings = [...near].flatMap((element) => {
    return [undefined, '::before', '::after'].flatMap((pseudo) => (hasRing(element, pseudo) ? [element] : []))
  })
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 30)}”`
  // The calendar's button inside a date field is the browser's own, with a ring of its own.
  const isCalendar = active instanceof HTMLInputElement && active.type === 'date'
  if (rings.length === 0 && isCalendar) return { fault: null, isOver: false }
  if (rings.length === 0) return { fault: `no ring: ${nameOf(active)}`, isOver: false }
  const inner = rings.find((one, index) => rings.some((other, at) => at !== index && other.contains(one)))
  return { fault: inner ? `two rings: ${rings.map(nameOf).join(' and ')}` : null, isOver: false }
}
