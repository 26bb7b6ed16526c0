// React Router's own form of an address, for code that runs before the router. Loaders, actions and middleware get
// the page as `url`.

/** Ends the address of a page's data. */
export const DATA_SUFFIX = '.data'
/** Names the routes whose data is requested, if not all are. */
export const ROUTES = '_routes'
/** The type of the router's data; it names no charset. */
export const DATA_TYPE = 'text/x-script'

export interface PageAsked {
  /** The page, as in the router's `url`. */
  url: URL
  /** Its data is requested, not the document. */
  isData: boolean
  /** The only routes whose data is requested; null: the whole page. */
  routes: readonly string[] | null
}

/** The page that a request, or any address of that form, asks for. */
export function pageAsked(address: string | URL): PageAsked {
  const url = new URL(address)
  const { searchParams } = url
  const isData = url.pathname.endsWith(DATA_SUFFIX)
  if (isData) url.pathname = url.pathname.slice(0, -DATA_SUFFIX.length).replace(/\/_$/, '/')
  const routes = searchParams.get(ROUTES)?.split(',') ?? null
  searchParams.delete(ROUTES)
  // Set by a form sent to a page that has the same path as its layout.
  searchParams.delete('index', '')
  return { url, isData, routes }
}
