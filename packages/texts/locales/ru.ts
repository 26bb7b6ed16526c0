import { composeTexts } from './compose-texts.ts'
import account from './ru/account.json' with { type: 'json' }
import busy from './ru/busy.json' with { type: 'json' }
import cart from './ru/cart.json' with { type: 'json' }
import catalogue from './ru/catalogue.json' with { type: 'json' }
import desk from './ru/desk.json' with { type: 'json' }
import documents from './ru/documents.json' with { type: 'json' }
import forms from './ru/forms.json' with { type: 'json' }
import laboratories from './ru/laboratories.json' with { type: 'json' }
import mails from './ru/mails.json' with { type: 'json' }
import messages from './ru/messages.json' with { type: 'json' }
import order from './ru/order.json' with { type: 'json' }
import papers from './ru/papers.json' with { type: 'json' }
import patients from './ru/patients.json' with { type: 'json' }
import reported from './ru/reported.json' with { type: 'json' }
import results from './ru/results.json' with { type: 'json' }
import shell from './ru/shell.json' with { type: 'json' }
import systems from './ru/systems.json' with { type: 'json' }

export const ru = composeTexts({
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
