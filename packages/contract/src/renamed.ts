type Renamed<Value, From extends keyof Value, To extends string> = {
  [Name in keyof Value as Name extends From ? To : Name]: Value[Name]
}

/** The value with another name for one field, which keeps its place; a field that is absent stays absent. */
export function renamed<Value extends object, From extends keyof Value & string, To extends string>(
  value: Value,
  from: From,
  to: To,
): Renamed<Value, From, To> {
  const fields = Object.entries(value).map(([name, field]) => [name === from ? to : name, field])
  return Object.fromEntries(fields) as Renamed<Value, From, To>
}
