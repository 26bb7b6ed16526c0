import { localPath } from '../../local-path.ts'

/** Where a login or a registration leads: back to where it was asked for (only paths of this shop), else home. */
export function pathAfterLogin(pathnameToReturn: string | null | undefined): string {
  const path = localPath(pathnameToReturn)
  if (!path) return '/'
  const url = new URL(path, 'http://shop.invalid')
  // The mode of the forms that stood on that page; the page shows the patients from now on.
  url.searchParams.delete('authMode')
  return `${url.pathname}${url.search}${url.hash}`
}
