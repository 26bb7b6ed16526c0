/** Profile names are Russian in every language, where they are. */
export function languageOfName(name: string): 'ru' | undefined {
  return /[а-яё]/i.test(name) ? 'ru' : undefined
}
