/**
 * The Latin letter or the sign of a key of the desk, in lower case, also if the layout is Cyrillic: there it is named
 * by its place on the keyboard. With Latin letters, in whatever arrangement, what is typed counts.
 */
export function keyOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (key.length > 1) return key
  // In Cyrillic layouts the key of / and ? types a full stop, or with Shift a comma.
  if (code === 'Slash') return { '.': '/', ',': '?' }[key] ?? key
  const isForeign = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase()
}
