/**
 * Loader data whose JSON is made once. React Router walks through every value of a page's data for each request, and
 * a list has thousands; a string it copies.
 */
export interface Packed<T> {
  json: string
  /** Never there: it carries the type. */
  readonly of?: T
}

const values = new WeakMap<Packed<unknown>, unknown>()
const packs = new WeakMap<object, Packed<unknown>>()

/** The value as loader data. The JSON of the same object is made once. */
export function packed<T extends object>(value: T): Packed<T> {
  const known = packs.get(value)
  if (known) return known as Packed<T>
  const pack: Packed<T> = { json: JSON.stringify(value) }
  packs.set(value, pack)
  values.set(pack, value)
  return pack
}

/** The value: on the server the very one that was packed, in the browser read once. */
export function unpacked<T>(pack: Packed<T>): T {
  if (!values.has(pack)) values.set(pack, JSON.parse(pack.json))
  return values.get(pack) as T
}
