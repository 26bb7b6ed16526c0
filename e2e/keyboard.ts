import { expect, type Locator, type Page } from '@playwright/test'

const MOST_TABS = 200

interface Focus {
  isThere: boolean
  isSeen: boolean
}

/** Whether the focus is on the element (or on the control of its label), and whether the focus is visible there. */
function focusOn(target: Locator): Promise<Focus> {
  return target.evaluate((element) => {
    const control = element instanceof HTMLLabelElement ? (element.control ?? element) : element
    const active = document.activeElement
    const isInside = active?.matches('a, button, summary') === true && active.contains(element)
    const isThere = active === control || isInside
    const marked = [active, active?.closest('label'), active?.parentElement, active?.nextElementSibling]
    // A row's link draws its ring around the whole row.
    const styles = [
      ...marked.map((one) => one && getComputedStyle(one)),
      active && getComputedStyle(active, '::before'),
    ]
    const isSeen = styles.some((style) => {
      if (!style) return false
      const { outlineStyle, outlineWidth, boxShadow } = style
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    return { isThere, isSeen }
  })
}

/** Presses Tab until the element is focused, which must be visible. */
async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeVisible()
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    const { isThere, isSeen } = await focusOn(target)
    if (isThere) {
      expect(isSeen, `the focus on ${target} is visible`).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by Tab`)
}

/** Tab leads to the group of radio buttons, arrows move within it. */
async function tabToRadio(target: Locator): Promise<void> {
  const page = target.page()
  const name = await target.getAttribute('name')
  for (let tabs = 0; tabs <= MOST_TABS; tabs++) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('name'))
    if (focused === name) break
    await page.keyboard.press('Tab')
  }
  for (let steps = 0; steps <= MOST_TABS; steps++) {
    if ((await focusOn(target)).isThere) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`${target} cannot be reached by arrow keys`)
}

async function press(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  const { keyboard } = target.page()
  if ((await target.getAttribute('type')) === 'date') {
    // A native date field takes the parts in the order of the browser's locale: day, month, year.
    await keyboard.type(text.split('-').reverse().join(''))
    return
  }
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(text)
}

async function check(target: Locator): Promise<void> {
  if (await target.isChecked()) return
  if ((await target.getAttribute('type')) === 'radio') await tabToRadio(target)
  else await tabTo(target)
  if (!(await target.isChecked())) await target.page().keyboard.press('Space')
  await expect(target).toBeChecked()
}

const HANDS = { click: press, fill: type, check }

/** The same object, but its `click`, `fill` and `check` use only keys. */
export function byKeyboard<Target extends Page | Locator>(target: Target): Target {
  return new Proxy(target, {
    get(own, name) {
      const hand = HANDS[name as keyof typeof HANDS] as ((...all: unknown[]) => unknown) | undefined
      if (hand && 'page' in own) return (...all: unknown[]) => hand(own, ...all)
      const value: unknown = Reflect.get(own, name)
      if (typeof value !== 'function' || name === 'constructor') return value
      return (...all: unknown[]) => {
        const answer: unknown = value.apply(own, all)
        return isLocator(answer) ? byKeyboard(answer) : answer
      }
    },
  })
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'getByRole' in value && 'page' in value
}
