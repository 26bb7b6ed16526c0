/** The page that an address names, from 1; what is no number of a page names the first. */
export function pageNumber(search: URLSearchParams): number {
  const text = search.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
