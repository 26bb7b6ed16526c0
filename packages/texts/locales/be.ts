import account from './be/account.json' with { type: 'json' }
import busy from './be/busy.json' with { type: 'json' }
import cart from './be/cart.json' with { type: 'json' }
import catalogue from './be/catalogue.json' with { type: 'json' }
import desk from './be/desk.json' with { type: 'json' }
import documents from './be/documents.json' with { type: 'json' }
import forms from './be/forms.json' with { type: 'json' }
import laboratories from './be/laboratories.json' with { type: 'json' }
import mails from './be/mails.json' with { type: 'json' }
import messages from './be/messages.json' with { type: 'json' }
import order from './be/order.json' with { type: 'json' }
import papers from './be/papers.json' with { type: 'json' }
import patients from './be/patients.json' with { type: 'json' }
import reported from './be/reported.json' with { type: 'json' }
import results from './be/results.json' with { type: 'json' }
import shell from './be/shell.json' with { type: 'json' }
import systems from './be/systems.json' with { type: 'json' }
import { composeTexts } from './compose-texts.ts'

export const be = composeTexts({
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
