import type { ResultTexts } from './result-texts.ts'

export const pl: ResultTexts = {
  absent: {
    unknown: 'Nie podano wartości',
    error: 'Pomiar się nie udał',
    cancelled: 'Anulowane przez laboratorium',
    pending: 'Jeszcze nie zmierzono',
    notPerformed: 'Nie mierzono',
    sample: 'Próbka nie nadaje się do badania',
  },
  homeVisits: (city) => `Wizyty domowe, ${city}`,
  mail: {
    subject: 'Wynik jest gotowy',
    heading: 'Wynik jest gotowy',
    intro: (number) =>
      `Wynik do zamówienia ${number} jest gotowy. Zaloguj się na swoje konto, aby go przeczytać.`,
    button: 'Przeczytaj wynik',
    critical:
      'Jedna z wartości wymaga uwagi lekarza jeszcze dziś. Przeczytaj wynik teraz i zadzwoń do lekarza.',
    privacy: 'Ze względu na prywatność w tej wiadomości nie ma samych wartości.',
  },
  paper: {
    title: 'Wyniki badań laboratoryjnych',
    issued: 'Wystawiono',
    incomplete: 'Nie wszystko jest jeszcze gotowe: dokument pokazuje stan z dnia wystawienia.',
    notice:
      'Wynik nie jest diagnozą. Każdą wartość poza zakresem pokaż swojemu lekarzowi, który zna cały obraz.',
    verify: (url) =>
      `Aby sprawdzić dokument, zeskanuj kod QR albo otwórz ${url} i wpisz kod. Potrzebna będzie data urodzenia pacjenta.`,
    page: (page, pages) => `Strona ${page} z ${pages}`,
  },
}
