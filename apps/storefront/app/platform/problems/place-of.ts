/**
 * Where in the code something failed, for the log: the first calls of a stack and nothing else of it. A message may have many
 * lines, and those of a database name what was to be stored.
 */
export function placeOf(stack: string | undefined): string[] | undefined {
  return stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 3)
}
