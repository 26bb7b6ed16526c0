/** A number as it is printed or said, in groups and with its sign: `№ 1000 071`. */
export const bareNumber = (typed: string | null): string | undefined =>
  typed?.replaceAll(/[\s#№]/g, '') || undefined

/** What a field for such a number accepts. № is escaped: the build does not escape raw strings (decision 0200). */
export const NUMBER_PATTERN = String.raw`[\d\s#\u2116]+`
/** The same for a field that takes an id too. */
export const ID_PATTERN = String.raw`[\w\-\s#\u2116]+`
