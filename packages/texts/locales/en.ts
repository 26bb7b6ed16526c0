import { composeTexts } from './compose-texts.ts'
import account from './en/account.json' with { type: 'json' }
import busy from './en/busy.json' with { type: 'json' }
import cart from './en/cart.json' with { type: 'json' }
import catalogue from './en/catalogue.json' with { type: 'json' }
import desk from './en/desk.json' with { type: 'json' }
import documents from './en/documents.json' with { type: 'json' }
import forms from './en/forms.json' with { type: 'json' }
import laboratories from './en/laboratories.json' with { type: 'json' }
import mails from './en/mails.json' with { type: 'json' }
import messages from './en/messages.json' with { type: 'json' }
import order from './en/order.json' with { type: 'json' }
import papers from './en/papers.json' with { type: 'json' }
import patients from './en/patients.json' with { type: 'json' }
import reported from './en/reported.json' with { type: 'json' }
import results from './en/results.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import systems from './en/systems.json' with { type: 'json' }

export const en = composeTexts({
  account,
  busy,
  cart,
  catalogue,
  desk,
  documents,
  forms,
  laboratories,
  mails,
  messages,
  order,
  papers,
  patients,
  reported,
  results,
  shell,
  systems,
})
