const PRELOAD = '<link rel="modulepreload"'

/**
 * Asks the browser to fetch the page's scripts after what it needs for painting. React Router's `Scripts` lists them
 * in the head with the priority of the styles and has no option for it; on a slow connection the first paint would
 * wait for all of them.
 */
export function scriptsAfterStyles(html: string): string {
  return html.replaceAll(PRELOAD, `${PRELOAD} fetchPriority="low"`)
}
