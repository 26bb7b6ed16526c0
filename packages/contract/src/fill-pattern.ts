/** The names of a pattern's parameters. */
export type ParameterOf<Pattern> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never

/**
 * A pattern's path with its parameters encoded; parameters that it does not name are left out.
 * @throws Error when one is missing
 */
export function fillPattern(
  pattern: string,
  params: Readonly<Record<string, string | number | undefined>>,
  key: string,
): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${key} needs ${name}`)
    return encodeURIComponent(value)
  })
}
