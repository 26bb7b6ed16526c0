/**
 * Whether a GET that changes something was meant: a fetch by a page of the shop, or a caller with a Bearer
 * header of its own. Never a navigation, a prefetch, an image or another site.
 */
export function isDeliberateGet({ headers }: Request): boolean {
  const purpose = headers.get('Sec-Purpose') ?? headers.get('Purpose') ?? ''
  if (purpose.includes('prefetch') || headers.get('Sec-Fetch-Mode') === 'navigate') return false
  if (headers.get('Authorization')?.startsWith('Bearer ')) return true
  const destination = headers.get('Sec-Fetch-Dest') ?? 'empty'
  return headers.get('Sec-Fetch-Site') === 'same-origin' && destination === 'empty'
}
