/** Files whose name is a prefix of their keys (`cart:title`); the others form the namespace `common`. */
type Named = 'busy' | 'cart' | 'desk' | 'mails' | 'messages' | 'papers' | 'reported' | 'systems'

type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never

/** The texts of one language by namespace, from its files. */
export function composeTexts<Files extends Record<string, object> & Record<Named, object>>(files: Files) {
  const { busy, cart, desk, mails, messages, papers, reported, systems, ...unnamed } = files
  const common = Object.assign({}, ...Object.values(unnamed)) as Merged<Files[Exclude<keyof Files, Named>]>
  return { busy, cart, common, desk, mails, messages, papers, reported, systems } as Pick<Files, Named> & {
    common: typeof common
  }
}
