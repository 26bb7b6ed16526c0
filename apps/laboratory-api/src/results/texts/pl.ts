import type { ResultTexts } from './result-texts.ts'

const YEARS = { one: 'rok', few: 'lata', many: 'lat', other: 'roku' } as Record<string, string>
const rules = new Intl.PluralRules('pl')

export const pl: ResultTexts = {
  absent: {
    unknown: 'Nie podano wartości',
    error: 'Pomiar się nie udał',
    cancelled: 'Anulowane przez laboratorium',
    pending: 'Jeszcze nie zmierzono',
    notPerformed: 'Nie mierzono',
    sample: 'Próbka nie nadaje się do badania',
  },
  interpretation: {
    normal: 'W normie',
    low: 'Poniżej normy',
    high: 'Powyżej normy',
    criticalLow: 'Krytycznie nisko',
    criticalHigh: 'Krytycznie wysoko',
    abnormal: 'Inaczej niż zwykle',
  },
  status: { preliminary: 'Wstępny', final: 'Ostateczny', corrected: 'Poprawiony', cancelled: 'Anulowany' },
  notReported: 'Jeszcze nie ma wyniku',
  homeVisits: (city) => `Wizyty domowe, ${city}`,
  mail: {
    subject: 'Wynik jest gotowy',
    heading: 'Wynik jest gotowy',
    intro: (number) =>
      `Wynik do zamówienia ${number} jest gotowy. Zaloguj się na swoje konto, aby go przeczytać.`,
    button: 'Przeczytaj wynik',
    privacy: 'Ze względu na prywatność ten list nie mówi nic o samym wyniku.',
  },
  paper: {
    title: 'Wyniki badań laboratoryjnych',
    order: 'Zamówienie',
    patient: 'Pacjent',
    born: 'Data urodzenia',
    years: (count) => `${count} ${YEARS[rules.select(count)]}`,
    sex: { M: 'mężczyzna', F: 'kobieta' },
    sampled: 'Pobranie',
    reported: 'Wynik',
    laboratory: 'Laboratorium',
    issued: 'Wystawiono',
    specimen: 'Materiał',
    value: 'Parametr',
    result: 'Wynik',
    range: 'Zakres referencyjny',
    inWords: 'Słownie',
    method: 'Metoda',
    comment: 'Komentarz laboratorium',
    replaced: (text, date) => `Poprawiono ${date}; poprzednio: ${text}`,
    withdrawn: (text, date) => `wycofano ${date}; poprzednio: ${text}`,
    expected: (date) => `oczekiwany ${date}`,
    incomplete: 'Nie wszystko jest jeszcze gotowe: dokument pokazuje stan z dnia wystawienia.',
    notice:
      'Wynik nie jest diagnozą. Każdą wartość poza zakresem pokaż swojemu lekarzowi, który zna cały obraz.',
    verify: (url) =>
      `Aby sprawdzić dokument, skieruj aparat na kwadrat albo otwórz ${url} i wpisz kod. Potrzebna będzie data urodzenia pacjenta.`,
    code: 'Kod',
    page: (page, pages) => `Strona ${page} z ${pages}`,
  },
}
