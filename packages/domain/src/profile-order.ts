const PROFILE_WORD = 'Профиль'
const LEADING_NUMBERS_BELOW = 10

/** One fixed alphabet (Latin before Cyrillic, ё after е), so that server and browser agree in every locale. */
const collator = new Intl.Collator('en')

/**
 * Profiles in the order of the list: names with 'Профиль' and a number below 10, other names with 'Профиль', all
 * others; alphabetically within each. The number is the first integer in the name, before or after the word. The
 * given list is not changed.
 */
export function sortProfiles<T extends { readonly name: string }>(profiles: readonly T[]): T[] {
  return profiles
    .map((profile) => ({ profile, group: groupOf(profile.name) }))
    .sort((a, b) => a.group - b.group || collator.compare(a.profile.name, b.profile.name))
    .map(({ profile }) => profile)
}

function groupOf(name: string): number {
  if (!name.includes(PROFILE_WORD)) return 2
  const number = /\d+/.exec(name)
  return number && Number(number[0]) < LEADING_NUMBERS_BELOW ? 0 : 1
}
