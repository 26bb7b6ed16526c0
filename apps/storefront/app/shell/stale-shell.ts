import type { DataStrategyResult, MiddlewareFunction, ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * Counts every form that was sent, and again every answer to one: what the shell shows may have changed. So does a page
 * that, loaded again with the shell, leads to another: the redirect drops the shell's data.
 */
let changes = 0
/** The last change before the shell's data were asked for. */
let shown = 0
/** Numbers every load of routes' data, so that one knows whether another has overtaken it. */
let loads = 0

/** Notices what the shell's data may lack: a page opened in the meantime drops a form's answer, not what it did. */
export const noteChanges: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  const isForm = request.method !== 'GET'
  if (isForm) changes++
  const before = changes
  const load = ++loads
  const results = await next()
  // Of two loads that end at the same time the router would show the older one: it drops it if the newer one comes first.
  if (load !== loads && !request.signal.aborted) await new Promise((resolve) => setTimeout(resolve))
  if (results.root?.type === 'data') shown = before
  else if (isForm || results.root) changes++
  return results
}

/**
 * Reloads the shell only if a form was sent since it was loaded, for the same address again, or if the address says
 * that the session ended.
 */
export function reloadsShell({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isSamePlace = currentUrl.href === nextUrl.href
  // By default the router reloads everything, except after a form that was refused.
  return (
    defaultShouldRevalidate && (changes !== shown || isSamePlace || nextUrl.searchParams.has('notAuthorized'))
  )
}
