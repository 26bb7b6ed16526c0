const PRELOAD = '<link rel="modulepreload"'

/**
 * Asks the browser to fetch the page's scripts after what it paints with. React Router's `Scripts` names them in the
 * head, as urgent as the styles and with no say in it; on a slow line the first picture would wait for all of them.
 */
export function scriptsAfterStyles(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD} fetchPriority="low"`)
}
