import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { type PathKey, patternOf } from './navigation.ts'

/** A route at the path that the navigation gives its key; the key is the route's id. */
const at = (key: PathKey, file: string) => route(patternOf(key).slice(1), file, { id: key })

export default [
  at('login', 'routes/login.tsx'),
  at('invitation', 'routes/invitation.tsx'),
  at('logout', 'routes/logout.ts'),
  at('keys', 'routes/keys.ts'),
  at('passkeyOptions', 'routes/passkey-options.ts'),
  layout('routes/logged-in.tsx', [
    index('routes/today.tsx', { id: 'today' }),
    at('sheet', 'routes/sheet.tsx'),
    at('sheetSteps', 'routes/sheet-steps.ts'),
    at('orders', 'routes/orders.tsx'),
    at('order', 'routes/order.tsx'),
    at('orderPresence', 'routes/order-presence.ts'),
    at('calendar', 'routes/calendar.tsx'),
    at('messages', 'routes/messages.tsx'),
    at('message', 'routes/message.tsx'),
    at('rights', 'routes/rights.tsx'),
    at('newRightsRequest', 'routes/rights-new.tsx'),
    at('rightsRequest', 'routes/rights-request.tsx'),
    at('rightsExport', 'routes/rights-export.ts'),
    at('laboratory', 'routes/laboratory.tsx'),
    at('refusedReport', 'routes/refused-report.tsx'),
    at('criticalValues', 'routes/critical-values.tsx'),
    at('criticalValue', 'routes/critical-value.tsx'),
    at('searchWords', 'routes/search-words.tsx'),
    at('catalogue', 'routes/catalogue.tsx'),
    at('edition', 'routes/catalogue-edition.tsx'),
    at('missingTexts', 'routes/catalogue-missing.tsx'),
    at('offers', 'routes/offers.tsx'),
    at('offer', 'routes/offer.tsx'),
    at('payments', 'routes/money.tsx'),
    at('attention', 'routes/money-attention.tsx'),
    at('payment', 'routes/payment.tsx'),
    at('closing', 'routes/money-closing.tsx'),
    at('closingFile', 'routes/money-closing-csv.ts'),
    at('statement', 'routes/money-statement.tsx'),
    at('staff', 'routes/staff.tsx'),
    at('staffMember', 'routes/staff-member.tsx'),
    at('machine', 'routes/machine.tsx'),
    at('audit', 'routes/audit.tsx'),
    at('passkeys', 'routes/passkeys.tsx'),
  ]),
] satisfies RouteConfig
