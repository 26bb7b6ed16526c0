/** Each language in its own name. */
export const LANGUAGES = { en: 'English', ru: 'Русский', pl: 'Polski', be: 'Беларуская' } as const
