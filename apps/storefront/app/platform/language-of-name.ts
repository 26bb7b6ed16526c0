/** Most names of profiles are Russian on an English page too, and so they say it; other languages have their own. */
export function languageOfName(name: string, pageLanguage: string): 'ru' | undefined {
  return pageLanguage !== 'ru' && pageLanguage !== 'be' && /[а-яё]/i.test(name) ? 'ru' : undefined
}
