/**
 * The language of a name, an address or a text that is not the page's own words, as its letters tell; undefined where it is the
 * page's, or may be. Labels of laboratories and some profiles are Russian everywhere; what the catalogue has not been given in
 * Belarusian comes in Russian.
 */
export function languageOfName(text: string, page: string): 'ru' | 'be' | 'en' | undefined {
  const language = lettersOf(text, page)
  return language === page ? undefined : language
}

function lettersOf(text: string, page: string): 'ru' | 'be' | 'en' | undefined {
  const isCyrillicPage = page === 'ru' || page === 'be'
  if (/[а-яёўі]/i.test(text)) {
    if (/[ўі]/i.test(text)) return 'be'
    return isCyrillicPage && !/[ищъ]/i.test(text) ? undefined : 'ru'
  }
  // Abbreviations and units are in no language; two words are.
  return isCyrillicPage && /[a-z]{3,} [a-z]{2,}/i.test(text) ? 'en' : undefined
}
