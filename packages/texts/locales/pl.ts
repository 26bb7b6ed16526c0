import { composeTexts } from './compose-texts.ts'
import account from './pl/account.json' with { type: 'json' }
import busy from './pl/busy.json' with { type: 'json' }
import cart from './pl/cart.json' with { type: 'json' }
import catalogue from './pl/catalogue.json' with { type: 'json' }
import desk from './pl/desk.json' with { type: 'json' }
import documents from './pl/documents.json' with { type: 'json' }
import forms from './pl/forms.json' with { type: 'json' }
import laboratories from './pl/laboratories.json' with { type: 'json' }
import mails from './pl/mails.json' with { type: 'json' }
import messages from './pl/messages.json' with { type: 'json' }
import order from './pl/order.json' with { type: 'json' }
import papers from './pl/papers.json' with { type: 'json' }
import patients from './pl/patients.json' with { type: 'json' }
import reported from './pl/reported.json' with { type: 'json' }
import results from './pl/results.json' with { type: 'json' }
import shell from './pl/shell.json' with { type: 'json' }
import systems from './pl/systems.json' with { type: 'json' }

export const pl = composeTexts({
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
