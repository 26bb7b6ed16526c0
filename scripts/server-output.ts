/**
 * How the bundles of all servers are written. V8 keeps a program's source in memory as long as it runs, at two
 * bytes per character if one of them is outside Latin-1. With such characters escaped, and without comments, that
 * is 14 MB instead of 23. Line breaks stay, so that the log shows where an error was.
 */
export const SERVER_OUTPUT = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const

/**
 * Leaves out zod's messages in fifty languages, a third of a megabyte: a library gets all of zod to extend it, so that
 * the bundler cannot know that none is used. zod imports its English ones separately, and people read the shop's.
 */
export const withoutLanguagesOfZod = {
  name: 'without-languages-of-zod',
  load: { filter: { id: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, handler: () => 'export {}' },
}
