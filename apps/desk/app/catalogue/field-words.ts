import { LOCALES, type Locale } from '@shop/domain/locale'
import { formatAmount, fromWire, ORDER_CURRENCY } from '@shop/domain/money'
import type { TextKey, Texts } from '@shop/texts/create-texts'

/** The names in the catalogue's files, without their language; null: says nothing that its neighbour does not say. */
const WORDS: Partial<Record<string, TextKey | null>> = {
  name: 'desk:texts.kind.name',
  names: 'desk:texts.kind.name',
  description: 'desk:texts.kind.description',
  synonyms: 'desk:texts.kind.synonyms',
  specimen: 'desk:texts.kind.specimen',
  preparation: 'desk:texts.kind.preparation',
  resultDefinition: null,
  components: 'desk:texts.kind.component',
  loinc: 'desk:catalogue.field.loinc',
  materialId: 'desk:catalogue.field.materialId',
  samplingServiceId: 'desk:catalogue.field.sampling',
  extraSamplingServiceIds: 'desk:catalogue.field.extraSampling',
  sharesTube: 'desk:catalogue.field.tubeGroup',
  group: null,
  source: 'desk:catalogue.field.source',
  sources: 'desk:catalogue.field.sources',
  execPeriodDays: 'desk:catalogue.field.readyIn',
  lasts: 'desk:catalogue.field.lasts',
  minutes: 'desk:catalogue.field.minutes',
  asks: 'desk:catalogue.field.asks',
  retest: 'desk:catalogue.field.retest',
  days: 'desk:catalogue.field.days',
  prices: 'desk:catalogue.field.price',
  price: 'desk:catalogue.field.price',
  currency: 'desk:catalogue.field.currency',
  categories: 'desk:catalogue.part.categories',
  fastingHours: 'desk:catalogue.field.fasting',
  notes: 'desk:catalogue.field.notes',
  note: 'desk:note',
  restrictions: 'desk:catalogue.part.rules',
  sex: 'desk:catalogue.field.sex',
  minAgeYears: 'desk:catalogue.field.minAge',
  maxAgeYears: 'desk:catalogue.field.maxAge',
  pregnancyOnly: 'desk:catalogue.field.pregnancyOnly',
  homeCallPossible: 'desk:catalogue.field.atHome',
  labServices: 'desk:catalogue.part.analyses',
  tests: 'desk:catalogue.part.analyses',
  profiles: 'desk:catalogue.part.profiles',
  slug: 'desk:catalogue.field.slug',
  parentId: 'desk:catalogue.field.parent',
  hidden: 'desk:catalogue.field.hidden',
  kind: 'desk:catalogue.field.kind',
  type: 'desk:catalogue.field.kind',
  additive: 'desk:catalogue.field.additive',
  optional: 'desk:catalogue.field.optional',
  charge: 'desk:catalogue.field.charge',
  blood: 'desk:catalogue.field.blood',
  millilitres: 'desk:catalogue.field.millilitres',
  tubes: 'desk:catalogue.field.tubes',
  sharedBy: 'desk:catalogue.field.sharedBy',
  analysisCode: 'desk:offers.kind.analysis',
  message: 'desk:catalogue.field.message',
  relatedCodes: 'desk:catalogue.field.related',
  city: 'desk:catalogue.field.city',
  address: 'desk:catalogue.field.address',
  latitude: 'desk:catalogue.field.latitude',
  longitude: 'desk:catalogue.field.longitude',
  coordinatePrecision: 'desk:catalogue.field.precision',
  email: 'desk:catalogue.field.email',
  aboutLink: 'desk:catalogue.field.page',
  isCallable: 'desk:catalogue.part.callableRegions',
  isActive: 'desk:catalogue.field.active',
  assortmentId: 'desk:catalogue.field.assortment',
  openingHours: 'desk:catalogue.field.hours',
  monday: 'desk:calendar.weekday.monday',
  tuesday: 'desk:calendar.weekday.tuesday',
  wednesday: 'desk:calendar.weekday.wednesday',
  thursday: 'desk:calendar.weekday.thursday',
  friday: 'desk:calendar.weekday.friday',
  saturday: 'desk:calendar.weekday.saturday',
  sunday: 'desk:calendar.weekday.sunday',
  open: 'desk:catalogue.field.opens',
  close: 'desk:catalogue.field.closes',
  services: 'desk:catalogue.field.services',
  distanceKmFromMinsk: 'desk:catalogue.field.distance',
  homeCallOnly: 'desk:catalogue.field.homeOnly',
  words: 'desk:catalogue.field.words',
  neverFirst: 'desk:catalogue.field.neverFirst',
}

/** A name with the language of its text: `nameBe`, `notesRu`. */
const WITH_LANGUAGE = /^(.+)(En|Ru|Pl|Be)$/
const isLocale = (word: string): word is Locale => (LOCALES as readonly string[]).includes(word)

const keyOf = (name: string) => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined)

export interface FieldWords {
  words: string
  /** The language of the text, if the field's name says it. */
  language: Locale | undefined
}

/**
 * A field of a catalogue's file, such as `openingHours.monday.open`, in the desk's words; an unknown name stays as it
 * is.
 */
export function fieldWords(field: string, { t }: Pick<Texts, 't'>): FieldWords {
  let language: Locale | undefined
  const words: string[] = []
  for (const part of field.split('.')) {
    if (isLocale(part)) {
      language = part
      continue
    }
    const [, base = part, suffix] = (keyOf(part) === undefined && WITH_LANGUAGE.exec(part)) || []
    const key = keyOf(base)
    if (key !== undefined && suffix) language = suffix.toLowerCase() as Locale
    const word = key === undefined ? part : key && t(key)
    if (word && word !== words.at(-1)) words.push(key && words.length === 0 ? capitalised(word) : word)
  }
  // A translation is a text in one language and nothing else.
  return { words: words.join(', ') || t('desk:catalogue.text'), language }
}

const capitalised = (word: string) => word.charAt(0).toLocaleUpperCase() + word.slice(1)

const PRICE = /^(?:prices\.[A-Z]{3}|price\.price)=(\d+(?:\.\d{1,2})?)$/

/** A value as people say it: whether something is so is stored as `true` or `false`, a price as `34.5`. */
export function valueWords(
  { field, value }: { field: string; value: string | null },
  { t, language }: Pick<Texts, 't' | 'language'>,
): string | null {
  if (value === 'true') return t('desk:catalogue.isTrue')
  if (value === 'false') return t('desk:catalogue.isFalse')
  const [, price] = PRICE.exec(`${field}=${value}`) ?? []
  // Every currency has two decimals.
  return price === undefined
    ? value
    : formatAmount(fromWire({ price: Number(price), currency: ORDER_CURRENCY }), language)
}
