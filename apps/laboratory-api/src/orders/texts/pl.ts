import type { OrderTexts } from './order-texts.ts'

export const pl: OrderTexts = {
  received: {
    subject: (number) => `Zamówienie ${number} czeka na płatność`,
    heading: (number) => `Zamówienie ${number}`,
    intro: (until) =>
      `Mamy Twoje zamówienie i trzymamy dla Ciebie termin. Zapłać do ${until}; potem termin będzie wolny dla innych.`,
    button: 'Zapłać lub zobacz zamówienie',
  },
  paid: {
    subject: (number) => `Zamówienie ${number} jest opłacone`,
    heading: (number) => `Zamówienie ${number} jest opłacone`,
    intro: 'Dziękujemy. Wszystko jest przygotowane na Twoją wizytę.',
    button: 'Zobacz zamówienie',
    calendar: 'Wizyta do kalendarza jest w załączniku.',
  },
  expired: {
    subject: (number) => `Zamówienie ${number} nie zostało opłacone na czas`,
    heading: (number) => `Zamówienie ${number} wygasło`,
    intro: 'Płatność nie dotarła na czas, więc wizyta nie jest już zarezerwowana. Możesz zamówić ponownie.',
    button: 'Zobacz zamówienie',
  },
  tomorrow: {
    subject: (number) => `Jutro Twoja wizyta (zamówienie ${number})`,
    heading: 'Jutro Twoja wizyta',
    intro: 'Przypominamy o wizycie i o tym, o czym trzeba przed nią pamiętać.',
    button: 'Zobacz zamówienie',
  },
  refundDue: {
    subject: (number) => `Zamówienie ${number}: zwrócimy pieniądze`,
    heading: 'Płatność zostanie zwrócona',
    late: 'Płatność dotarła, gdy zamówienie było już zamknięte, więc wizyta nie jest zarezerwowana.',
    second: 'Zamówienie było już opłacone, a teraz dotarła za nie druga płatność.',
    next: 'Zwrócimy całą kwotę tam, skąd przyszła; nie musisz nic robić. Trwa to zwykle do siedmiu dni roboczych.',
    button: 'Zobacz zamówienie',
  },
  refunded: {
    subject: (number) => `Zamówienie ${number}: pieniądze zwrócone`,
    heading: 'Płatność została zwrócona',
    intro: (sum) => `Wysłaliśmy ${sum} tam, skąd przyszła płatność. Bank może potrzebować kilku dni.`,
    button: 'Zobacz zamówienie',
  },
  facts: { order: 'Zamówienie', visit: 'Wizyta', place: 'Miejsce', phone: 'Telefon', total: 'Razem' },
  nurseComes: 'Pielęgniarka przyjedzie do Ciebie',
  place: {
    flat: (n) => `m. ${n}`,
    entrance: (n) => `klatka ${n}`,
    floor: (n) => `piętro ${n}`,
  },
  preparation: {
    title: (firstName) => `${firstName}: przed wizytą`,
    fast: (hours, from) => `Nie jedz przez ${hours} godz.: nic od ${from}. Woda niegazowana jest dozwolona.`,
    beforeFeed: 'Bez poszczenia: próbkę pobiera się tuż przed kolejnym karmieniem.',
    nothing: 'Przygotowanie nie jest potrzebne.',
    own: (names) => `Własny pojemnik, przygotuj go na wizytę: ${names}.`,
    urine:
      'Mocz trzeba zebrać przed przyjazdem pielęgniarki, a pojemnik przywozi ona dopiero ze sobą. Weź wcześniej pojemnik na mocz z apteki lub z naszego laboratorium i oddaj jej napełniony.',
  },
  calendar: {
    branch: 'Wizyta w laboratorium',
    homeCall: 'Wizyta pielęgniarki',
    description: (number, url) => `Zamówienie ${number}\n${url}`,
  },
  receipt: {
    title: (number) => `Potwierdzenie płatności za zamówienie ${number}`,
    paidAt: 'Zapłacono',
    paidWith: 'Sposób płatności',
    transaction: 'Transakcja',
    refunded: 'Zwrócono',
    test: 'Płatność testowa: pieniądze nie zostały pobrane.',
    item: 'Usługa',
    quantity: 'Ilość',
    sum: 'Kwota',
    subtotal: 'Suma częściowa',
    delivery: 'Dojazd pielęgniarki',
    total: 'Razem',
    page: (page, pages) => `Strona ${page} z ${pages}`,
    note: 'Dokument potwierdza płatność, powstał elektronicznie i jest ważny bez podpisu.',
  },
}
