let snapshot: HTMLElement | null = null

/** Keeps a still picture of the page for a dialog that comes over it: without ids, so that no label or script finds it. */
export function keepSnapshot(): void {
  const main = document.getElementById('main')
  if (!main) return
  const barHeight = document.querySelector('header')?.offsetHeight ?? 0
  const top = main.getBoundingClientRect().top - barHeight
  snapshot = main.cloneNode(true) as HTMLElement
  for (const element of [snapshot, ...snapshot.querySelectorAll('[id]')]) element.removeAttribute('id')
  snapshot.style.translate = `0 ${Math.round(top)}px`
}

/** The picture kept last, once. */
export function takeSnapshot(): HTMLElement | null {
  const taken = snapshot
  snapshot = null
  return taken
}
