import type { MailTexts } from './mail-texts.ts'

export const pl: MailTexts = {
  greeting: (firstName) => `Dzień dobry, ${firstName}!`,
  foot: {
    automatic: 'Ta wiadomość została wysłana automatycznie.',
    support: 'Masz pytania? Napisz do nas:',
  },
  welcome: {
    heading: 'Witamy',
    intro: 'Konto jest gotowe. Potwierdź, że ten adres e-mail należy do Ciebie: wymagają tego zamówienia.',
  },
  confirm: {
    subject: (code) => `${code} to Twój kod do potwierdzenia adresu e-mail`,
    heading: 'Potwierdź adres e-mail',
    intro: 'Potwierdź, że ten adres e-mail należy do Ciebie.',
    code: 'Twój kod',
    codeValid: 'Wpisz go tam, gdzie sklep o niego prosi. Kod jest ważny 10 minut.',
    button: 'Potwierdź adres',
    linkValid: 'Możesz też otworzyć ten link i nacisnąć przycisk na stronie. Link jest ważny 24 godziny.',
    ignore: 'Jeśli ta wiadomość nie była zamawiana, nic nie rób: bez kodu nikt nie potwierdzi tego adresu.',
  },
  confirmNew: {
    subject: (code) => `${code} to Twój kod do potwierdzenia nowego adresu e-mail`,
    heading: 'Nowy adres e-mail',
    intro: 'Ten adres został ustawiony dla Twojego konta. Potwierdź, że należy do Ciebie.',
  },
  reset: {
    subject: 'Wybór nowego hasła',
    heading: 'Wybierz nowe hasło',
    intro: 'Ktoś, prawdopodobnie Ty, poprosił o nowe hasło do Twojego konta.',
    button: 'Wybierz nowe hasło',
    valid:
      'Link działa raz i jest ważny 30 minut. Na wszystkich urządzeniach trzeba będzie zalogować się ponownie.',
    ignore: 'Jeśli to nie Ty, nic nie rób: hasło pozostanie bez zmian.',
  },
  changed: {
    subject: 'Adres e-mail konta został zmieniony',
    heading: 'Adres e-mail został zmieniony',
    intro: 'Dla Twojego konta ustawiono inny adres e-mail. Wiadomości będą przychodzić tam.',
    notYou:
      'Jeśli to nie Ty, od razu wybierz nowe hasło: dopóki nowy adres nie jest potwierdzony, link przychodzi na ten. Potem możesz zalogować się tym adresem i przywrócić go.',
    button: 'To nie ja',
  },
  passwordChanged: {
    subject: 'Hasło zostało zmienione',
    heading: 'Twoje hasło zostało zmienione',
    intro: 'Hasło do Twojego konta zostało właśnie zmienione. Inne urządzenia zostały wylogowane.',
    notYou: 'Jeśli to nie Ty, od razu wybierz nowe hasło i napisz do nas.',
    button: 'Wybierz nowe hasło',
  },
  supportCopy: {
    subject: (reference) => `Twoja wiadomość ${reference}`,
    heading: 'Mamy Twoją wiadomość',
    intro: (reference) => `Dziękujemy za wiadomość. Jej numer to ${reference}.`,
    answer: 'Odpowiemy na ten adres, zwykle w ciągu jednego dnia roboczego.',
  },
}
