// React Router's own form of an address, for what stands before the router: loaders, actions and middleware are told the page as `url`.

/** Ends the address of a page's data. */
export const DATA_SUFFIX = '.data'
/** Names the routes whose data alone are asked for. */
export const ROUTES = '_routes'
/** Of the router's data; it names no charset. */
export const DATA_TYPE = 'text/x-script'

export interface PageAsked {
  /** The page, as the router's `url` names it. */
  url: URL
  /** Its data are asked for, not the document. */
  isData: boolean
  /** Those routes alone whose data are asked for; null: all of the page. */
  routes: readonly string[] | null
}

/** What a request, or whatever has the form of its address, asks for. */
export function pageAsked(address: string | URL): PageAsked {
  const url = new URL(address)
  const { searchParams } = url
  const isData = url.pathname.endsWith(DATA_SUFFIX)
  if (isData) url.pathname = url.pathname.slice(0, -DATA_SUFFIX.length).replace(/\/_$/, '/')
  const routes = searchParams.get(ROUTES)?.split(',') ?? null
  searchParams.delete(ROUTES)
  // Of a form that is sent to a page which stands at the path of its layout.
  searchParams.delete('index', '')
  return { url, isData, routes }
}
