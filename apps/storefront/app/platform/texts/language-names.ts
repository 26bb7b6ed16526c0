/** Each language in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = {
  en: 'English',
  ru: 'Русский',
  pl: 'Polski',
  be: 'Беларуская',
}
