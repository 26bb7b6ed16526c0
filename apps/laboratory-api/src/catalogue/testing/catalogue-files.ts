import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import type {
  AnalysisEntry,
  AssortmentEntry,
  CallableRegionEntry,
  CategoryEntry,
  LaboratoryEntry,
  MaterialEntry,
  ProfileEntry,
  ReasonEntry,
  RuleEntry,
} from '../import/file-forms.ts'
import { CATALOGUE_FILES, CATALOGUE_KINDS, type CatalogueEntries } from '../import/read-catalogue-files.ts'

const HOURS = { open: '08:00', close: '18:00' }

export function laboratoryEntry(overrides: Partial<LaboratoryEntry> = {}): LaboratoryEntry {
  return {
    id: 1,
    name: 'Лаборатория, Минск',
    nameEn: 'Laboratory, Minsk',
    city: 'Минск',
    cityEn: 'Minsk',
    address: 'улица Сурганова, 1',
    addressEn: 'Surganova Street 1',
    latitude: 53.9,
    longitude: 27.5,
    email: 'minsk@example.com',
    aboutLink: 'https://example.com/minsk',
    isCallable: false,
    isActive: true,
    openingHours: {
      monday: HOURS,
      tuesday: HOURS,
      wednesday: HOURS,
      thursday: HOURS,
      friday: HOURS,
      saturday: null,
      sunday: null,
    },
    services: [],
    ...overrides,
  }
}

export function regionEntry(overrides: Partial<CallableRegionEntry> = {}): CallableRegionEntry {
  const price = { price: 33, currency: 'BYN' as const }
  return {
    id: 1,
    name: 'Минск',
    nameEn: 'Minsk',
    latitude: 53.9,
    longitude: 27.5,
    price,
    isActive: true,
    ...overrides,
  }
}

function categoryEntry(overrides: Partial<CategoryEntry> = {}): CategoryEntry {
  return {
    id: 1,
    name: 'Hormones',
    nameRu: 'Гормоны',
    slug: 'hormones',
    parentId: null,
    hidden: false,
    ...overrides,
  }
}

export function materialEntry(overrides: Partial<MaterialEntry> = {}): MaterialEntry {
  return {
    id: 1,
    name: 'Venous blood collection',
    nameRu: 'Взятие венозной крови',
    kind: 'sampling service',
    prices: { BYN: 6.9, PLN: 8.41, EUR: 2 },
    optional: false,
    charge: 'ONCE_PER_PATIENT_VISIT',
    ...overrides,
  }
}

export function analysisEntry(overrides: Partial<AnalysisEntry> = {}): AnalysisEntry {
  return {
    code: '2001',
    name: 'Thyroid stimulating hormone',
    nameRu: 'Тиреотропный гормон',
    synonyms: ['TSH'],
    synonymsRu: ['ТТГ'],
    description: 'The first look at the thyroid.',
    descriptionRu: 'Первый взгляд на щитовидную железу.',
    loinc: '3016-3',
    specimen: 'serum',
    specimenRu: 'сыворотка',
    materialId: 20,
    samplingServiceId: 1,
    execPeriodDays: 1,
    prices: { BYN: 18.5, PLN: 22.56, EUR: 5.36 },
    categories: [1],
    preparation: { fastingHours: 4, notes: ['Do not eat.'], notesRu: ['Не есть.'] },
    restrictions: {},
    homeCallPossible: true,
    resultDefinition: {
      components: [
        {
          name: 'Thyroid stimulating hormone',
          nameRu: 'Тиреотропный гормон',
          loinc: '3016-3',
          ucumUnit: 'm[IU]/L',
          valueType: 'numeric',
          decimals: 2,
          referenceRanges: [{ low: 0.4, high: 4 }],
        },
      ],
    },
    ...overrides,
  }
}

export function profileEntry(overrides: Partial<ProfileEntry> = {}): ProfileEntry {
  return {
    code: 'P001',
    name: 'Профиль 1. Щитовидная железа',
    nameEn: 'Thyroid',
    description: 'Two hormones.',
    descriptionRu: 'Два гормона.',
    labServices: ['2001', '2002'],
    categories: [1],
    ...overrides,
  }
}

export function reasonEntry(overrides: Partial<ReasonEntry> = {}): ReasonEntry {
  return {
    id: 1,
    slug: 'thyroid',
    names: { en: 'Thyroid', ru: 'Щитовидная железа', pl: 'Tarczyca', be: 'Шчытападобная залоза' },
    words: { en: ['goitre'], ru: ['щитовидка'], pl: ['tarczyca'], be: ['валлё'] },
    profiles: ['P001'],
    tests: ['2001'],
    sources: ['nice-ng145'],
    note: { en: 'Not a diagnosis.', ru: 'Не диагноз.', pl: 'To nie diagnoza.', be: 'Не дыягназ.' },
    neverFirst: ['2002'],
    ...overrides,
  }
}

const TUBE = materialEntry({
  id: 20,
  name: 'Tube',
  nameRu: 'Пробирка',
  kind: 'tube',
  charge: 'INCLUDED_IN_SERVICE',
})

/** A small valid catalogue: a branch (1) and a home service (2), two analyses in a profile, a rule. */
export function smallCatalogue(overrides: Partial<CatalogueEntries> = {}): CatalogueEntries {
  const assortments: AssortmentEntry[] = [
    { id: 1, name: 'Branches', currency: 'BYN', homeCallOnly: false },
    { id: 2, name: 'Home calls', currency: 'BYN', homeCallOnly: true },
  ]
  const rules: RuleEntry[] = [
    {
      id: 1,
      type: 'REQUIRES_ALSO',
      analysisCode: '2002',
      relatedCodes: ['2001'],
      message: 'Needs thyroid stimulating hormone.',
      messageRu: 'Только вместе с тиреотропным гормоном.',
    },
  ]
  return {
    assortments,
    laboratories: [laboratoryEntry(), laboratoryEntry({ id: 2, isCallable: true })],
    callableRegions: [regionEntry()],
    categories: [categoryEntry()],
    materials: [materialEntry(), TUBE],
    analyses: [
      analysisEntry(),
      analysisEntry({
        code: '2002',
        name: 'Free thyroxine',
        nameRu: 'Тироксин свободный',
        synonyms: ['FT4'],
        synonymsRu: ['Т4 свободный'],
        loinc: '14920-3',
      }),
    ],
    profiles: [profileEntry()],
    rules,
    reasons: [],
    translations: [
      { en: 'Thyroid stimulating hormone', pl: 'Hormon tyreotropowy', be: 'Тырэатропны гармон' },
    ],
    ...overrides,
  }
}

/** Writes the entries as the files of a new folder. */
export function catalogueFolder(entries: { [Kind in keyof CatalogueEntries]?: unknown }): string {
  const folder = temporaryFolder('catalogue')
  for (const kind of CATALOGUE_KINDS) {
    if (entries[kind] !== undefined)
      writeFileSync(join(folder, CATALOGUE_FILES[kind].file), JSON.stringify(entries[kind]))
  }
  return folder
}
