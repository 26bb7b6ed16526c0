import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOptions } from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** axe leaves out the newest criterion unless asked. */
const EVERY_RULE: RunOptions = { rules: { 'target-size': { enabled: true } } }
/** The rules that a change of the colour scheme may break. */
export const COLOURS: RunOptions = { runOnly: ['color-contrast'] }

/**
 * The faults that axe finds in a part of the page, each with its element and reason. axe is injected into a page
 * only once: that takes as long as its work, and its own adapter does it twice each time.
 */
export async function faultsOf(page: Page, options = EVERY_RULE, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ root, chosen }) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // Colours in transition to another scheme are not checked.
      const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(changes.map(({ finished }) => finished))
      const { violations } = await axe.run(root, chosen)
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} (${failureSummary?.slice(0, 200)})`,
        ),
      )
    },
    // Loads nothing extra, and reports only violations.
    { root: part, chosen: { resultTypes: ['violations'], preload: false, ...options } as RunOptions },
  )
}

/**
 * Texts, including those that exist only as labels, in another language than the page declares for them, as far as
 * letters can tell: Cyrillic in English and Polish, the letters that only Polish, Russian or Belarusian has,
 * short English words in Polish, a run of Latin words in Cyrillic. `names`: names of people, and what they
 * have typed, which has no language.
 */
export function foreignTexts(page: Page, names: readonly string[] = []): Promise<string[]> {
  return page.evaluate((people) => {
    const isForeign: Record<string, (text: string) => boolean> = {
      en: (text) => /\p{Script=Cyrillic}|[ąćęłńśźż]/iu.test(text),
      pl: (text) => /\p{Script=Cyrillic}|\b(?:the|and|of|with|your|this|for)\b/u.test(text),
      ru: (text) => /[ўіąćęłńśźż]/i.test(text) || /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text),
      be: (text) => /[ищъąćęłńśźż]/i.test(text) || /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(text),
    }
    const LABELS = ['aria-label', 'alt', 'title', 'placeholder']
    const found = new Set<string>()
    function judge(said: string, element: Element) {
      const text = people.reduce((rest, name) => rest.replaceAll(name, ''), said).trim()
      const language = element.closest('[lang]')?.getAttribute('lang') ?? ''
      // An option has no inner markup: one of two languages is marked as neither, and must not be wholly foreign.
      const isOption = element.localName === 'option'
      const foreign = (isOption ? text.split(' · ') : [text]).map(
        (part) => isForeign[language]?.(part) ?? false,
      )
      if (isOption && !element.hasAttribute('lang') ? !foreign.every(Boolean) : !foreign.some(Boolean)) return
      const place = `${element.tagName.toLowerCase()}.${element.className || element.parentElement?.className}`
      found.add(`${language}: ${text.slice(0, 80)} (${place})`)
    }
    for (const element of document.querySelectorAll(LABELS.map((name) => `body [${name}]`).join())) {
      for (const name of LABELS) judge(element.getAttribute(name) ?? '', element)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (!parent || parent.closest('script, style, template, noscript, [aria-hidden="true"]')) continue
      judge(node.nodeValue ?? '', parent)
    }
    return [...found]
  }, names)
}

/** WCAG 1.4.12: the spacing that a reader may set. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`

/** Elements wider than the window, unless they scroll in a frame of their own or are hidden on purpose. */
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

/** Elements that are too wide at the width of WCAG 1.4.10, with the text spacing of 1.4.12. */
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

/**
 * Focuses each visible control as the keyboard does. Returns controls without a focus ring, and rings
 * inside other rings.
 */
export function wrongRings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const hasRing = (element: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, content, opacity } = getComputedStyle(element, pseudo)
      if (opacity === '0' || (pseudo && content === 'none')) return false
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${(element.textContent ?? '').trim().slice(0, 30)}”`
    /** The ring may be drawn around the focused control, a part of it, an ancestor, or a neighbour of one of those. */
    const ringsNear = (control: Element) => {
      const near = new Set([control, ...control.querySelectorAll('*')])
      for (let around = control; around !== document.body; around = around.parentElement!) {
        for (const neighbour of around.parentElement!.children) near.add(neighbour)
      }
      const parts = [undefined, '::before', '::after']
      return [...near].filter((element) => parts.some((part) => hasRing(element, part)))
    }
    const controls = document.body.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])',
    )
    const wrong = new Set<string>()
    for (const control of controls) {
      control.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
      if (document.activeElement !== control || control.tabIndex < 0) continue
      const rings = ringsNear(control)
      // The calendar's button inside a date field belongs to the browser, which draws its ring.
      const isDate = control instanceof HTMLInputElement && control.type === 'date'
      if (rings.length === 0 && !isDate) wrong.add(`no ring: ${nameOf(control)}`)
      if (rings.some((one) => rings.some((other) => other !== one && other.contains(one)))) {
        wrong.add(`two rings: ${rings.map(nameOf).join(' and ')}`)
      }
    }
    return [...wrong]
  })
}
