/** The list as a map, in its order. */
export function byId<T extends { id: number }>(list: readonly T[]): ReadonlyMap<number, T> {
  return new Map(list.map((item) => [item.id, item]))
}
