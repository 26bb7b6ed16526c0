import type { ResultWords } from './words.ts'

export const pl: ResultWords = {
  age: {
    years_one: '{{count}} rok',
    years_few: '{{count}} lata',
    years_many: '{{count}} lat',
    years_other: '{{count}} roku',
    months_one: '{{count}} miesiąc',
    months_few: '{{count}} miesiące',
    months_many: '{{count}} miesięcy',
    months_other: '{{count}} miesiąca',
    days_one: '{{count}} dzień',
    days_few: '{{count}} dni',
    days_many: '{{count}} dni',
    days_other: '{{count}} dnia',
  },
  results: {
    word: {
      normal: 'W normie',
      low: 'Poniżej normy',
      high: 'Powyżej normy',
      criticalLow: 'Krytycznie nisko',
      criticalHigh: 'Krytycznie wysoko',
      abnormal: 'Odchylenie od normy',
    },
    status: {
      preliminary: 'Wstępny',
      final: 'Ostateczny',
      corrected: 'Poprawiony',
      cancelled: 'Anulowany',
    },
    awaited: 'Jeszcze niegotowe',
    expected: 'Oczekiwany: {{date}}',
    gender: {
      M: 'mężczyzna',
      F: 'kobieta',
    },
    column: {
      name: 'Parametr',
      result: 'Wynik',
      where: 'Względem normy',
      range: 'Norma',
      word: 'Ocena',
    },
    range: {
      none: 'brak normy',
      below: 'poniżej {{limit}}',
      above: 'powyżej {{limit}}',
    },
    fact: {
      patient: 'Pacjent',
      born: 'Data urodzenia',
      order: 'Zamówienie',
      sampled: 'Pobranie',
      laboratory: 'Laboratorium',
    },
    note: {
      method: 'Metoda: {{method}}',
      comment: 'Komentarz laboratorium',
      replaced: 'Poprawiono {{date}}; poprzednio: {{text}}',
      withdrawn: '{{name}}: wycofano {{date}}; poprzednio: {{text}}',
    },
    critical: {
      title: 'Jedna z wartości jest krytyczna',
      adult:
        'Zadzwoń dziś do swojego lekarza, a jeśli źle się czujesz – od razu na pogotowie. Miej ten wynik pod ręką.',
      child:
        'Zadzwoń dziś do lekarza dziecka, a jeśli dziecko źle wygląda – od razu na pogotowie. Miej ten wynik pod ręką.',
      doctor: 'Jedna z wartości tego pacjenta wymaga działania jeszcze dziś.',
      phone: 'Laboratorium',
    },
  },
}
