import type { Texts } from '../merge-texts.ts'

/**
 * i18next as the browser needs it: the texts of one language, there from the start. Stands in the place of the
 * package in the browser's bundle (`browser-i18n.ts`), whose loading, detecting and falling back would be an eighth of
 * a first visit and are not used. That both say the same is tested with every text.
 */

interface InitOptions {
  lng: string
  resources: Record<string, Texts>
  defaultNS: string
  interpolation: { defaultVariables: Record<string, unknown> }
}
type Values = Record<string, unknown> & { count?: number; returnObjects?: boolean }
export type Translate = (key: string, values?: Values) => unknown

export interface BrowserI18n {
  language: string
  use(plugin: unknown): BrowserI18n
  init(options: InitOptions): void
  /** The translations of a namespace; the default one unless named. The same function each time. */
  getFixedT(language: null, namespace?: string): Translate
}

function createInstance(): BrowserI18n {
  const translates = new Map<string, Translate>()
  let create = (_: string): Translate => String
  let defaultNamespace = ''
  return {
    language: '',
    use() {
      return this
    },
    init({ lng, resources, defaultNS, interpolation }) {
      this.language = lng
      defaultNamespace = defaultNS
      const texts = resources[lng] ?? {}
      // Chromium has no Belarusian and would count as in English; Russian counts the same way.
      const plural = new Intl.PluralRules(lng === 'be' ? 'ru' : lng)
      create = (namespace) =>
        translator({ texts, namespace, plural, defaults: interpolation.defaultVariables })
    },
    getFixedT(_, namespace = defaultNamespace) {
      const translate = translates.get(namespace) ?? create(namespace)
      translates.set(namespace, translate)
      return translate
    },
  }
}

interface Translator {
  texts: Texts
  namespace: string
  plural: Intl.PluralRules
  /** Values that every text may name. */
  defaults: Record<string, unknown>
}

function translator({ texts, namespace, plural, defaults }: Translator): Translate {
  return (key, values = {}) => {
    const separator = key.indexOf(':')
    const place = separator < 0 ? texts[namespace] : texts[key.slice(0, separator)]
    const path = key.slice(separator + 1)
    const found = keysOf(path, values.count, plural)
      .map((candidate) => valueAt(place, candidate))
      .find((value) => value !== undefined)
    return found === undefined ? path : filled(found, { ...defaults, ...values })
  }
}

/** With a count: the form for none, the plural form, the key itself; the first that there is counts. */
function keysOf(path: string, count: number | undefined, plural: Intl.PluralRules): string[] {
  if (count === undefined) return [path]
  return [...(count === 0 ? [`${path}_zero`] : []), `${path}_${plural.select(count)}`, path]
}

function valueAt(place: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], place)
}

function filled(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((part) => filled(part, values))
  if (typeof value !== 'string') return value
  return value.replace(/\{\{(.+?)\}\}/g, (_, name: string) => String(values[name.trim()] ?? ''))
}

export default { createInstance }
