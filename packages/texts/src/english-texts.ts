import type account from '../locales/en/account.json'
import type busy from '../locales/en/busy.json'
import type cart from '../locales/en/cart.json'
import type catalogue from '../locales/en/catalogue.json'
import type desk from '../locales/en/desk.json'
import type documents from '../locales/en/documents.json'
import type forms from '../locales/en/forms.json'
import type laboratories from '../locales/en/laboratories.json'
import type mails from '../locales/en/mails.json'
import type messages from '../locales/en/messages.json'
import type order from '../locales/en/order.json'
import type papers from '../locales/en/papers.json'
import type patients from '../locales/en/patients.json'
import type reported from '../locales/en/reported.json'
import type results from '../locales/en/results.json'
import type shell from '../locales/en/shell.json'
import type systems from '../locales/en/systems.json'

/**
 * The English texts by namespace. A file whose name is a prefix of its keys (`cart:title`) is a namespace of its own;
 * the others are `common`.
 */
export interface EnglishTexts {
  busy: typeof busy
  cart: typeof cart
  common: typeof account &
    typeof catalogue &
    typeof documents &
    typeof forms &
    typeof laboratories &
    typeof order &
    typeof patients &
    typeof results &
    typeof shell
  desk: typeof desk
  mails: typeof mails
  messages: typeof messages
  papers: typeof papers
  reported: typeof reported
  systems: typeof systems
}
