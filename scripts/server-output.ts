/**
 * How the bundles of all servers are written. V8 keeps the text of a program for as long as it runs, at two bytes a letter
 * where one of its letters is none of Latin-1: with those escaped, and without comments, 14 MB instead of 23. The lines
 * stay, so that the log says where a fault was.
 */
export const SERVER_OUTPUT = {
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
} as const
