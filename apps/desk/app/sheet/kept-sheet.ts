import { pathOf } from '../navigation.ts'
import { KEPT_SHEETS, KEPT_UNTIL } from './kept-until.ts'
import workerAddress from './sheet-worker.ts?worker&url'

/** Set while sheets are to be kept on this device, until the session ends. */
const WANTED = 'keep-sheets'

export const isWanted = () => localStorage.getItem(WANTED) !== null

/** Keeps the current sheet on this device, with all the files of its page; returns whether it could. */
export async function keepSheet(): Promise<boolean> {
  if (!('serviceWorker' in navigator && 'caches' in window)) return false
  try {
    localStorage.setItem(WANTED, '')
    await navigator.serviceWorker.register(workerAddress, { scope: pathOf('sheet') })
    const page = await fetch(location.href, { redirect: 'manual' })
    if (!page.ok || !page.headers.has(KEPT_UNTIL)) return false
    const kept = await caches.open(KEPT_SHEETS)
    await dropOver(kept)
    await kept.put(location.href, page)
    for (const address of partsOfPage()) if (!(await kept.match(address))) await kept.add(address)
    return true
  } catch {
    // No network or no space: the sheet kept before stays.
    return false
  }
}

/** Scripts, styles and fonts of this page. */
function partsOfPage(): string[] {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map(({ href }) => href)
  const own = `${location.origin}/assets/`
  return [...new Set([...loaded, ...named])].filter((address) => address.startsWith(own))
}

async function dropOver(kept: Cache): Promise<void> {
  for (const request of await kept.keys()) {
    const until = (await kept.match(request))?.headers.get(KEPT_UNTIL)
    if (until && Date.parse(until) <= Date.now()) await kept.delete(request)
  }
}

/** No personal data stays on this device. Presses that are not sent yet name no one, and wait. */
export async function dropSheets(): Promise<void> {
  localStorage.removeItem(WANTED)
  if ('caches' in window) await caches.delete(KEPT_SHEETS)
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
}
