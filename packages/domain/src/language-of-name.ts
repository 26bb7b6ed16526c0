/**
 * The language of a name, an address or another text that is not the page's own, judged by its letters; undefined
 * if it is the page's, or may be. Labels of laboratories and some profiles are Russian everywhere; what the
 * catalogue does not have in Belarusian is shown in Russian.
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
  // Abbreviations and units belong to no language; two words do.
  return isCyrillicPage && /[a-z]{3,} [a-z]{2,}/i.test(text) ? 'en' : undefined
}
